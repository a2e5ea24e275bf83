import type { AI_TRANSLATE_STREAM, AiTranslateData, AiTranslateResult } from '@knowreel/shared/ai/ai.streams.ts'
import { createDraftGeneration } from '../draft-generation.ts'
import * as texts from '../texts.ts'

const stream: typeof AI_TRANSLATE_STREAM = 'ai-translate'

/** The translation of a note or of captions; one at a time for each draft. */
export const translation = createDraftGeneration<AiTranslateData, AiTranslateResult>({
  stream,
  kind: 'ai-translation-generation',
  followData: (articleId) => ({ articleId, textTabId: null, language: 'English' }),
  failure: texts.errorTranslating,
})
