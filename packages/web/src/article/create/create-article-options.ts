export type CreateArticleOptions = {
  /** Preselected workspace. */
  workspaceId?: string
  /** Skips the choice; `untitled` opens an empty draft immediately, if it is clear where. */
  kind?: 'document' | 'video' | 'recording' | 'untitled'
  /** The text article to create it under. */
  parentId?: string
}
