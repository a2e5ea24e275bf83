import type { UploadedImage } from './upload-file.ts'

export type ImageDialogProps = {
  articleId: string
  title: string
  /** Allows choosing several files. */
  isMultiple: boolean
  onFiles: (files: readonly File[]) => void
  /** Fetched from a URL, and already on the server. */
  onUploaded: (image: UploadedImage) => void
}

export type FileDialogProps = { onFiles: (files: readonly File[]) => void }
