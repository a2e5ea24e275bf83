import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { findEmbed } from '@knowreel/shared/note/embed/embed-providers.ts'
import { noteEmbed } from '@knowreel/shared/note/embed/note-embed.ts'
import { openDialog } from '../../../ui/dialog/dialogs.ts'
import { insertBlock } from '../files/insert-file.ts'
import { dispatchAsUndoStep } from '../sync/undo-step.ts'
import type { EmbedDialogProps } from './embed-dialog-props.ts'

/** Transaction meta of edits whose embeds may need a title. */
export const EMBED_META = 'embed'

/** Below the line that contains the caret, or instead of it if it is empty. */
function insertEmbed(view: EditorView, transaction: Transaction, url: string): void {
  const node = view.state.schema.nodes['embed']?.create({ url })
  const inserted = node && insertBlock(transaction, transaction.selection.to, node)
  if (!node || !inserted) return
  let end = inserted.mapping.map(transaction.selection.to)
  inserted.doc.nodesBetween(0, inserted.doc.content.size, (found, at) => {
    if (found === node) end = at + node.nodeSize
    return !found.isTextblock
  })
  inserted.setSelection(TextSelection.near(inserted.doc.resolve(end), 1)).scrollIntoView()
  dispatchAsUndoStep(view, inserted.setMeta(EMBED_META, true))
}

/** A URL pasted alone into an empty line becomes an embed; undo leaves its link. */
export function pasteEmbed(view: EditorView, data: DataTransfer): boolean {
  const text = data.getData('text/plain').trim()
  const embed = /^https?:\/\/\S+$/i.test(text) ? findEmbed(text) : null
  const { selection, schema } = view.state
  const { $from, empty } = selection
  const link = schema.marks['link']?.create({ href: text, target: '_blank' })
  if (!embed || !link || !empty || $from.parent.type.name !== 'paragraph' || $from.parent.content.size > 0) return false
  // An item begins with text.
  if ($from.node(-1).type.name.endsWith('Item')) return false
  const from = $from.pos
  dispatchAsUndoStep(view, view.state.tr.insert(from, schema.text(text, [link])))
  insertEmbed(view, view.state.tr.delete(from, from + text.length), embed.url)
  return true
}

const openDialogOf = (props: EmbedDialogProps) =>
  void openDialog(() => import('./embed-dialog.tsx').then((module) => module.EmbedDialog), props)

/** The selection follows the edits of colleagues while the dialog is open, so it remains the intended position. */
export const openInsertEmbedDialog = (editor: Editor): void =>
  openDialogOf({
    present: null,
    onSave({ url }) {
      insertEmbed(editor.view, editor.state.tr, url)
      editor.commands.focus(undefined, { scrollIntoView: false })
    },
  })

export function openEditEmbedDialog(editor: Editor): void {
  const selected = selectedEmbed(editor.state)
  if (!selected) return
  const { url, title } = noteEmbed(selected.attrs)
  openDialogOf({
    present: { url: url ?? '', title: title ?? '' },
    onSave(attrs) {
      if (selectedEmbed(editor.state)) {
        const { from } = editor.state.selection
        const changed = editor.state.tr.setNodeMarkup(from, null, attrs).setMeta(EMBED_META, true)
        dispatchAsUndoStep(editor.view, changed.setSelection(NodeSelection.create(changed.doc, from)))
      }
      editor.commands.focus(undefined, { scrollIntoView: false })
    },
  })
}

export const selectedEmbed = ({ selection }: EditorState): Node | null =>
  selection instanceof NodeSelection && selection.node.type.name === 'embed' ? selection.node : null

/** Replaces the selected embed by a line with its link. */
export function turnIntoLink({ state, view }: Editor): void {
  const selected = selectedEmbed(state)
  const { url, label } = noteEmbed(selected?.attrs)
  const link = state.schema.marks['link']?.create({ href: url, target: '_blank' })
  const line = link && state.schema.nodes['paragraph']?.create(null, state.schema.text(label, [link]))
  if (!selected || url === null || !line) return
  const { from, to } = state.selection
  const changed = state.tr.replaceWith(from, to, line)
  dispatchAsUndoStep(view, changed.setSelection(TextSelection.create(changed.doc, from + line.nodeSize - 1)))
  view.focus()
}
