import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { yUndoPluginKey } from '@tiptap/y-tiptap'
import type { UndoManager } from 'yjs'

/** Edits within half a second are undone together, which suits typing; this is a separate undo step. */
export function dispatchAsUndoStep(view: EditorView, transaction: Transaction): void {
  const { undoManager } = (yUndoPluginKey.getState(view.state) ?? {}) as { undoManager?: UndoManager }
  undoManager?.stopCapturing()
  view.dispatch(transaction)
  undoManager?.stopCapturing()
}
