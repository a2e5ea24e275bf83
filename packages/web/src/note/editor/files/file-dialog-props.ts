import type { UploadedImage } from './upload-file.ts'

export type ImageDialogProps = {
  articleId: string
  title: string
  /** Several may be chosen at once. */
  isMany: boolean
  onFiles: (files: readonly File[]) => void
  /** Fetched from an address, and on the server already. */
  onImage: (image: UploadedImage) => void
}

export type FileDialogProps = { onFiles: (files: readonly File[]) => void }
