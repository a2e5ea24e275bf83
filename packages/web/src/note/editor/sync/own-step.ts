import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { yUndoPluginKey } from '@tiptap/y-tiptap'
import type { UndoManager } from 'yjs'

/** What is done within half a second is undone together, as is right for letters; this is a step by itself. */
export function dispatchAsOwnStep(view: EditorView, transaction: Transaction): void {
  const { undoManager } = (yUndoPluginKey.getState(view.state) ?? {}) as { undoManager?: UndoManager }
  undoManager?.stopCapturing()
  view.dispatch(transaction)
  undoManager?.stopCapturing()
}
