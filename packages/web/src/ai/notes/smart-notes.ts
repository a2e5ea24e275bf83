import type { AI_TEXT_STREAM, AiNotesResult, AiTextRequest } from '@knowreel/shared/ai/ai.streams.ts'
import { createDraftGeneration } from '../draft-generation.ts'
import * as texts from '../texts.ts'

const stream: typeof AI_TEXT_STREAM = 'ai-text'

/** Smart notes of a draft; the server adds them to it, and every open page of the draft shows them. */
export const smartNotes = createDraftGeneration<AiTextRequest, AiNotesResult>({
  stream,
  kind: 'ai-notes-generation',
  followData: (articleId) => ({ articleId, predefinedPrompt: 'custom', type: 'reconnect' }),
  failure: texts.errorGenerating,
})
