import { useMemo } from 'react'
import { openAiImageDialog } from './ai.dialogs.ts'
import { WriterPanel } from './ai.parts.ts'
import { useAiStatus } from './ai.queries.ts'

/** For the editor of a note: what the company's models can do, and how to ask them. */
export function useAssistant() {
  const { hasText, hasImages } = useAiStatus()
  return useMemo(
    () => ({ hasText, hasImages, Writer: WriterPanel, openImageDialog: openAiImageDialog }),
    [hasText, hasImages],
  )
}
