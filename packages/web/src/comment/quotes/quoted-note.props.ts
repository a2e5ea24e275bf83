export type QuotedNoteProps = {
  /** Whose comments are shown: of the draft where it is edited. */
  articleId: string
  tabId: string
  /** Of all tabs there are. */
  tabIds: readonly string[]
  /** The editor has its own bar for selected words. */
  isEditing?: boolean
}
