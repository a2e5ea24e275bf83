export type ExportedArticle = {
  readonly article: { readonly id: string; readonly title: string }
  /** Null means the first tab. */
  readonly tabId: string | null
}
