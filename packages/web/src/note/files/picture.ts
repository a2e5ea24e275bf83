export type Picture = { readonly path: string; readonly alt: string; readonly title: string }

export type PicturesProps = {
  articleId: string
  pictures: readonly Picture[]
  /** Place in the list of the one that is shown first. */
  first: number
}
