export type CreateArticleOptions = {
  /** Preselected workspace. */
  workspaceId?: string
  /** The text article to create it under. */
  parentId?: string
}
