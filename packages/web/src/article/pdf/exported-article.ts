export type ExportedArticle = {
  readonly article: { readonly id: string; readonly title: string }
  /** Null is the first. */
  readonly tabId: string | null
}
