/** The assistant as the editor uses it. The page provides it, because the assistant knows the signed-in person. */
import type { ComponentType } from 'react'
import type { AiContext } from '../suggest/slash-commands.ts'

type WriterProps = {
  articleId: string
  /** Empty for a text at the caret. */
  selectedText: string
  onInsert: (text: string) => void
  onInsertBelow: (text: string) => void
  onClose: () => void
}

export type NoteAssistant = AiContext & {
  readonly Writer: ComponentType<WriterProps>
  readonly openImageDialog: (props: {
    articleId: string
    onInsert: (image: { readonly file: File; readonly alt: string }) => void
  }) => void
}
