export type SharedArticle = {
  readonly id: string
  readonly title: string
  /** Where it is known: authors see with whom it is shared, also where they do not edit. */
  readonly authorId?: string | null
}

export type ShareOptions = {
  article: SharedArticle
  /** Who may not edit copies the private link. */
  mayEdit: boolean
  /** How many articles stand below it. */
  below: number
}
