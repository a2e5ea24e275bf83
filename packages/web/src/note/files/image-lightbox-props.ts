import type { FileUrls } from './file-urls.ts'

export type LightboxImage = { readonly path: string; readonly alt: string; readonly title: string }

export type ImageLightboxProps = {
  articleId: string
  /** The URLs of a page read through a public link; otherwise those of the signed-in reader. */
  fileUrls?: FileUrls
  images: readonly LightboxImage[]
  /** Index of the image to show first. */
  initialIndex: number
}
