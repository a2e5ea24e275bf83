/** The subject of an export dialog. */
export type ExportSubject =
  | { readonly kind: 'workspace'; readonly id: string; readonly title: string }
  | {
      readonly kind: 'article'
      readonly id: string
      readonly title: string
      readonly workspaceId: string
      /** Number of sub-articles. */
      readonly subArticleCount: number
    }
