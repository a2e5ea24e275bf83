import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import type { XmlFragment } from 'yjs'
import { patchContent } from './patch-content.ts'

/** Which node of the editor shows which part of the shared document; the binding compares by identity first. */
export type NodeMapping = Map<unknown, unknown>

/**
 * The binding replaces the whole document with each change of the shared document. This dispatches the same change with only
 * the replacements that are needed: nodes, decorations and positions elsewhere stay, so plugins and view skip them.
 */
export const NarrowChanges = Extension.create<{ fragment: XmlFragment | null; mapping: NodeMapping }>({
  name: 'narrowChanges',

  addOptions: () => ({ fragment: null, mapping: new Map() }),

  dispatchTransaction({ transaction, next }) {
    const { state } = this.editor
    const isNarrowed = isChangeOrigin(transaction) && transaction.docChanged && transaction.before === state.doc
    if (!isNarrowed) return next(transaction)
    const narrow = narrowTransaction(state, transaction)
    // The binding has mapped the shared parts to nodes of its own transaction.
    const blocks = this.options.fragment?.toArray() ?? []
    if (blocks.length === narrow.doc.childCount) {
      blocks.forEach((block, index) => this.options.mapping.set(block, narrow.doc.child(index)))
    }
    next(narrow)
  },
})

export function narrowTransaction(state: EditorState, whole: Transaction): Transaction {
  const { tr } = state
  patchContent(tr, whole.doc.content)
  if (whole.selectionSet) tr.setSelection(Selection.fromJSON(tr.doc, whole.selection.toJSON()))
  const change = whole.getMeta(ySyncPluginKey) as { isUndoRedoOperation?: boolean }
  // A colleague's change must not scroll to the local caret, away from the part being read.
  if (whole.scrolledIntoView && change.isUndoRedoOperation) tr.scrollIntoView()
  return tr.setMeta('addToHistory', false).setMeta(ySyncPluginKey, change)
}
