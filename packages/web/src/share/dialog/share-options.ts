export type SharedArticle = {
  readonly id: string
  readonly title: string
  /** Set if known: authors see whom the article is shared with, even if they may not edit it. */
  readonly authorId?: string | null
}

export type ShareOptions = {
  article: SharedArticle
  /** People who may not edit can copy the private link. */
  mayEdit: boolean
  /** Number of sub-articles. */
  subArticleCount: number
}
