export type EmbedDialogProps = {
  /** Null for a new one. */
  readonly present: { readonly url: string; readonly title: string } | null
  readonly onSave: (embed: { readonly url: string; readonly title: string | null }) => void
}
