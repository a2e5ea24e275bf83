import type { FileAddresses } from './file-addresses.ts'

export type Picture = { readonly path: string; readonly alt: string; readonly title: string }

export type PicturesProps = {
  articleId: string
  /** Of a page that is read by a link; else those of this reader. */
  addresses?: FileAddresses
  pictures: readonly Picture[]
  /** Place in the list of the one that is shown first. */
  first: number
}
