import { Extension } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { TextSelection } from '@tiptap/pm/state'

/** Puts the block the caret is in before or behind its neighbour, and the caret with it; null at either end. */
export function moveBlock(state: EditorState, direction: 'up' | 'down'): Transaction | null {
  const { $from, $to, from } = state.selection
  if ($from.depth === 0 || $from.index(0) !== $to.index(0)) return null
  const index = $from.index(0)
  const neighbour = state.doc.maybeChild(direction === 'up' ? index - 1 : index + 1)
  if (!neighbour) return null
  const start = $from.before(1)
  const block = state.doc.child(index)
  const target = direction === 'up' ? start - neighbour.nodeSize : start + neighbour.nodeSize
  const transaction = state.tr.delete(start, start + block.nodeSize).insert(target, block)
  const caret = transaction.doc.resolve(target + (from - start))
  return transaction.setSelection(TextSelection.near(caret)).scrollIntoView()
}

/** Alt and Shift with the arrows move a block, as its handle does by dragging. */
export const MoveBlock = Extension.create({
  name: 'moveBlock',

  addKeyboardShortcuts() {
    const move = (direction: 'up' | 'down') => (): boolean => {
      const transaction = moveBlock(this.editor.state, direction)
      if (transaction) this.editor.view.dispatch(transaction)
      return transaction !== null
    }
    return { 'Alt-Shift-ArrowUp': move('up'), 'Alt-Shift-ArrowDown': move('down') }
  },
})
