/** What an export dialog is opened for. */
export type Exported =
  | { readonly kind: 'workspace'; readonly id: string; readonly title: string }
  | {
      readonly kind: 'article'
      readonly id: string
      readonly title: string
      readonly workspaceId: string
      /** How many articles stand under it. */
      readonly nested: number
    }
