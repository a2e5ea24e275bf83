export type CreateArticleOptions = {
  /** Preselected workspace. */
  workspaceId?: string
  /** Skips the choice. */
  kind?: 'document' | 'video' | 'recording'
  /** The text article to create it under. */
  parentId?: string
}
