import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { dispatchAsUndoStep } from '../sync/undo-step.ts'

/**
 * Sets attributes of the image at this position and selects it again, because the editor treats a changed leaf as a new
 * one.
 */
export function changeImageAt(view: EditorView, position: number, attrs: Record<string, unknown>): void {
  const image = view.state.doc.nodeAt(position)
  if (image?.type.name !== 'image') return
  if (Object.entries(attrs).every(([name, value]) => image.attrs[name] === value)) return
  const transaction = view.state.tr.setNodeMarkup(position, null, { ...image.attrs, ...attrs })
  dispatchAsUndoStep(view, transaction.setSelection(NodeSelection.create(transaction.doc, position)))
}

export function changeSelectedImage(editor: Editor, attrs: Record<string, unknown>): void {
  changeImageAt(editor.view, editor.state.selection.from, attrs)
  editor.view.focus()
}
