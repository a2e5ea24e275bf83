import type { AiParagraphsResult } from '@knowreel/shared/ai/ai.streams.ts'
import { useAiEnabled } from '../ai.queries.ts'
import { readProposals, smartParagraphs } from './smart-paragraphs.ts'

/** The proposals for the recording of this draft; null while there are none. */
export function useProposedParagraphs(draftId: string): AiParagraphsResult | null {
  const isEnabled = useAiEnabled()
  const { result } = smartParagraphs.use(draftId)
  return isEnabled && result !== null && readProposals(result).length > 0 ? result : null
}
