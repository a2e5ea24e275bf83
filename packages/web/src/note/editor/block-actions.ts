/** Actions on a whole block of the note. All positions are those before the block. */
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { TextSelection } from '@tiptap/pm/state'
import { hasLineAtEnd } from './caret/trailing-line.extension.ts'

/** Position of the block in which the selection starts. */
export const selectedBlockPosition = ({ selection: { $from } }: EditorState): number => blockPositionAt($from)

/**
 * Position of the block around `$pos`: the outermost one of the note, of a column, or of a cell with several blocks.
 * A list, a quote or a table is one block.
 */
export function blockPositionAt($pos: ResolvedPos): number {
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    if (isBlockContainer($pos.node(depth - 1))) return $pos.before(depth)
  }
  return $pos.pos
}

const isBlockContainer = (node: Node): boolean =>
  node.type.name === 'doc' || node.type.name === 'column' || isMultiBlockCell(node)

/** The only block of a cell cannot be moved alone. */
export const isMultiBlockCell = ({ type, childCount }: Node): boolean =>
  /^table(?:Cell|Header)$/.test(type.name) && childCount > 1

export function deleteBlock(state: EditorState, position: number): Transaction | null {
  const block = state.doc.nodeAt(position)
  if (!block) return null
  const transaction = state.tr
  // A note or a column always contains at least one block.
  const { parent } = state.doc.resolve(position)
  // Deleting its only item deletes the list.
  if (parent.childCount === 1 && parent.type.name.endsWith('List')) {
    transaction.deleteRange(position, position + block.nodeSize)
  } else if (parent.childCount === 1) {
    const empty = state.schema.nodes['paragraph']?.create()
    if (!empty) return null
    transaction.replaceWith(position, position + block.nodeSize, empty)
  } else transaction.delete(position, position + block.nodeSize)
  const $next = transaction.doc.resolve(Math.min(position + 1, transaction.doc.content.size))
  return transaction.setSelection(TextSelection.near($next, -1)).scrollIntoView()
}

/** Inserts a copy below, whose blocks get their own keys. */
export function duplicateBlock(state: EditorState, position: number): Transaction | null {
  const block = state.doc.nodeAt(position)
  if (!block) return null
  const below = position + block.nodeSize
  const transaction = state.tr.insert(below, block)
  return transaction.setSelection(TextSelection.near(transaction.doc.resolve(below + 1))).scrollIntoView()
}

/** Swaps the block with its neighbour and keeps the caret in it; null at either end, above whose empty line a table stays. */
export function moveBlock(state: EditorState, position: number, direction: 'up' | 'down'): Transaction | null {
  const { doc, selection } = state
  const $position = doc.resolve(position)
  const index = $position.index()
  const block = $position.parent.maybeChild(index)
  const neighbour = $position.parent.maybeChild(direction === 'up' ? index - 1 : index + 1)
  if (!block || !neighbour) return null
  // Such a block would get another empty line below it.
  const isTrailingLine = neighbour === doc.lastChild && neighbour.content.size === 0
  if (direction === 'down' && isTrailingLine && !hasLineAtEnd(block)) return null
  const target = direction === 'up' ? position - neighbour.nodeSize : position + neighbour.nodeSize
  const isInside = selection.from >= position && selection.from <= position + block.nodeSize
  const offset = isInside ? selection.from - position : 1
  const transaction = state.tr.delete(position, position + block.nodeSize).insert(target, block)
  return transaction.setSelection(TextSelection.near(transaction.doc.resolve(target + offset))).scrollIntoView()
}

/** Selects the text of the block, for commands that work on the selection. */
export function selectBlock(state: EditorState, position: number): Transaction | null {
  const block = state.doc.nodeAt(position)
  if (!block) return null
  const from = state.doc.resolve(position + 1)
  const to = state.doc.resolve(Math.max(position + 1, position + block.nodeSize - 1))
  return state.tr.setSelection(TextSelection.between(from, to))
}
