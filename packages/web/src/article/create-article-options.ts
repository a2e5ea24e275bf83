export type CreateArticleOptions = {
  /** Preselected workspace. */
  workspaceId?: string
  /** The text article to put it under. */
  parentId?: string
}
