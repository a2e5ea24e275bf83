/**
 * Decides where a dragged block is dropped. ProseMirror looks for the character under the pointer, so on a short line the
 * target would jump from above to below as the pointer moves sideways. People mean the half of the block that they point
 * at.
 */
import { type EditorState, NodeSelection, Selection, type Transaction } from '@tiptap/pm/state'
import { dropPoint } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'

export type Point = { clientX: number; clientY: number }

/** The position where the dragged block is inserted; null if it fits nowhere. */
export function dropTargetAt(view: EditorView, dragged: NodeSelection, point: Point): number | null {
  const position = blockBoundaryAt(view, point) ?? view.posAtCoords({ left: point.clientX, top: point.clientY })?.pos
  return position === undefined ? null : dropPoint(view.state.doc, position, dragged.content())
}

/**
 * ProseMirror's default inserts the content of the block instead of the block if the target is inside a node of the
 * same type.
 */
export function moveDraggedBlock(
  state: EditorState,
  dragged: NodeSelection,
  position: number,
  { isCopy }: { isCopy: boolean } = { isCopy: false },
): Transaction | null {
  const { node, from, to } = dragged
  const target = dropPoint(state.doc, position, dragged.content())
  if (target === null) return null
  if (!isCopy && target >= from && target <= to) return state.tr
  const $target = state.doc.resolve(target)
  const transaction = state.tr
  if (!isCopy) dragged.replace(transaction)
  const mapped = transaction.mapping.map(target)
  transaction.setMeta('uiEvent', 'drop')
  if ($target.parent.canReplaceWith($target.index(), $target.index(), node.type)) {
    transaction.insert(mapped, node)
    return transaction.setSelection(NodeSelection.create(transaction.doc, mapped))
  }
  // A list item outside of lists gets a list of its own.
  transaction.replaceRangeWith(mapped, mapped, node)
  return transaction.setSelection(Selection.near(transaction.doc.resolve(mapped)))
}

/** In px: more than the gap between two blocks. */
const neighbourSearchPx = 18

function blockBoundaryAt(view: EditorView, { clientX, clientY: top }: Point): number | undefined {
  const page = view.dom.getBoundingClientRect()
  const x = Math.min(Math.max(clientX, page.left + 1), page.right - 1)
  const block = blockElementAt(view, x, top)
  if (block) {
    const { top: start, height } = block.getBoundingClientRect()
    return blockEdgePosition(view, block, top < start + height / 2 ? 'before' : 'behind')
  }
  const below = blockElementAt(view, x, top + neighbourSearchPx)
  if (below) return blockEdgePosition(view, below, 'before')
  const above = blockElementAt(view, x, top - neighbourSearchPx)
  return above ? blockEdgePosition(view, above, 'behind') : undefined
}

const blockContainers = '[data-type=column], td, th'

/** A list item, or a block of the note, a column or a cell. */
function blockElementAt(view: EditorView, x: number, y: number): HTMLElement | null {
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) {
    const parent = element.parentElement
    if (!(element instanceof HTMLElement) || !parent || !view.dom.contains(parent)) return null
    if (element.matches('li') || parent === view.dom || parent.matches(blockContainers)) return element
  }
  return null
}

function blockEdgePosition(view: EditorView, block: HTMLElement, side: 'before' | 'behind'): number | undefined {
  const position = elementPosition(view, block)
  const node = position === null ? null : view.state.doc.nodeAt(position)
  if (position === null || !node) return undefined
  return side === 'before' ? position : position + node.nodeSize
}

/** Position of the node that the element renders; null for decorations. */
export function elementPosition(view: EditorView, element: HTMLElement): number | null {
  const parent = element.parentElement
  if (!parent || !view.dom.contains(element)) return null
  const position = view.posAtDOM(parent, Array.from(parent.childNodes).indexOf(element))
  const shown = view.nodeDOM(position)
  return shown === element || (shown instanceof Element && shown.contains(element)) ? position : null
}
