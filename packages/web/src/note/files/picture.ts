import type { FileAddresses } from './file-addresses.ts'

export type Picture = { readonly path: string; readonly alt: string; readonly title: string }

export type PicturesProps = {
  articleId: string
  /** The URLs of a page read through a public link; otherwise those of the signed-in reader. */
  addresses?: FileAddresses
  pictures: readonly Picture[]
  /** Index of the image to show first. */
  first: number
}
