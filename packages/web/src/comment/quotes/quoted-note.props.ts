export type QuotedNoteProps = {
  /** The article whose comments are shown: the draft while it is edited. */
  articleId: string
  tabId: string
  /** The ids of all existing tabs. */
  tabIds: readonly string[]
  /** Nothing can be written, as in an archived workspace. */
  isReadOnly?: boolean
  /** The editor has its own bar for selected text. */
  isEditing?: boolean
}
