import type { UploadedImage } from './upload-file.ts'

export type ImageDialogProps = {
  articleId: string
  title: string
  /** Allows choosing several files. */
  isMany: boolean
  onFiles: (files: readonly File[]) => void
  /** Fetched from a URL, and already on the server. */
  onImage: (image: UploadedImage) => void
}

export type FileDialogProps = { onFiles: (files: readonly File[]) => void }
