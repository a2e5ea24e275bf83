/** Proposed paragraphs of a draft: generated once, then decided one by one. */
import type { AI_PARAGRAPHS_STREAM, AiParagraphsData, AiParagraphsResult } from '@knowreel/shared/ai/ai.streams.ts'
import { proposedParagraphs, type ProposedParagraph } from '@knowreel/shared/ai/paragraph-proposal.ts'
import { createDraftGeneration } from '../draft-generation.ts'
import * as texts from '../texts.ts'

const stream: typeof AI_PARAGRAPHS_STREAM = 'ai-paragraphs'

export const smartParagraphs = createDraftGeneration<AiParagraphsData, AiParagraphsResult>({
  stream,
  kind: 'ai-paragraphs-generation',
  followData: (articleId) => ({ articleId }),
  failure: texts.errorProposing,
})

export type ProposalItem = ProposedParagraph & {
  readonly key: number
  readonly state: 'open' | 'added' | 'dropped'
  /** For an added one: the title that the paragraph had before; null if it was new. */
  readonly formerTitle: string | null
}

export function readProposals({ paragraphs }: AiParagraphsResult): ProposalItem[] {
  const read = proposedParagraphs.safeParse(JSON.parse(paragraphs))
  return read.success ? read.data.map((one, key) => ({ ...one, key, state: 'open', formerTitle: null })) : []
}
