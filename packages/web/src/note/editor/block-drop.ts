/**
 * Decides where a dragged block is dropped. By default ProseMirror looks for the character under the pointer, so on a
 * short line the target jumps from above to below as the pointer moves sideways. People mean the half of the block that
 * they point at. The drop cursor and the drop itself both call `posAtCoords`, so it is overridden during a drag.
 */
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state'
import { dropPoint } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'

type Point = { left: number; top: number }

/** Call at the start of a drag; call the returned function when the drag ends. */
export function overrideDropPosition(view: EditorView): () => void {
  const ask = view.posAtCoords.bind(view)
  view.posAtCoords = (point) => {
    const position = dropPositionAt(view, point)
    return position === null ? ask(point) : { pos: position, inside: -1 }
  }
  return () => {
    Reflect.deleteProperty(view, 'posAtCoords')
  }
}

/**
 * ProseMirror's default inserts the content of the block instead of the block if the target is inside a node of the
 * same type.
 */
export function moveDraggedBlock(state: EditorState, dragged: NodeSelection, position: number): Transaction | null {
  const { node, from, to } = dragged
  const target = dropPoint(state.doc, position, dragged.content())
  if (target === null) return null
  if (target >= from && target <= to) return state.tr
  const $target = state.doc.resolve(target)
  if (!$target.parent.canReplaceWith($target.index(), $target.index(), node.type)) return null
  const transaction = state.tr
  dragged.replace(transaction)
  const place = transaction.mapping.map(target)
  transaction.insert(place, node)
  return transaction.setSelection(NodeSelection.create(transaction.doc, place)).setMeta('uiEvent', 'drop')
}

/** In px: more than the gap between two blocks. */
const neighbourSearchPx = 18

function dropPositionAt(view: EditorView, { left, top }: Point): number | null {
  const page = view.dom.getBoundingClientRect()
  const x = Math.min(Math.max(left, page.left + 1), page.right - 1)
  const block = blockElementAt(view, x, top)
  if (block) {
    const { top: start, height } = block.getBoundingClientRect()
    return blockEdgePosition(view, block, top < start + height / 2 ? 'before' : 'behind')
  }
  const below = blockElementAt(view, x, top + neighbourSearchPx)
  if (below) return blockEdgePosition(view, below, 'before')
  const above = blockElementAt(view, x, top - neighbourSearchPx)
  return above && blockEdgePosition(view, above, 'behind')
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

function blockEdgePosition(view: EditorView, block: HTMLElement, side: 'before' | 'behind'): number | null {
  const position = elementPosition(view, block)
  const node = position === null ? null : view.state.doc.nodeAt(position)
  if (position === null || !node) return null
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
