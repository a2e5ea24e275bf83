/**
 * Where a dragged block comes down. By itself the editor asks which letter is under the pointer, so that in a short line the
 * place changes from above to below as the pointer goes sideways. People mean the half of the block that they point at.
 * Mark of the place and drop both ask `posAtCoords`, so that is what answers differently while a block is dragged.
 */
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state'
import { dropPoint } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { holdsBlocks, isGroup } from './grouped-view.ts'

type Point = { left: number; top: number }

/** From the beginning of a drag on; call what it gives when the drag ends. */
export function dropByHalves(view: EditorView): () => void {
  const ask = view.posAtCoords.bind(view)
  view.posAtCoords = (point) => {
    const position = placeAt(view, point)
    return position === null ? ask(point) : { pos: position, inside: -1 }
  }
  return () => {
    Reflect.deleteProperty(view, 'posAtCoords')
  }
}

/** The editor's own way puts in what a block holds rather than the block, where an equal one surrounds the place. */
export function moveDragged(state: EditorState, dragged: NodeSelection, position: number): Transaction | null {
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

/** Pixels: more than the space between two blocks. */
const betweenBlocks = 18

function placeAt(view: EditorView, { left, top }: Point): number | null {
  const page = view.dom.getBoundingClientRect()
  const x = Math.min(Math.max(left, page.left + 1), page.right - 1)
  const block = blockIn(view, x, top)
  if (block) {
    const { top: start, height } = block.getBoundingClientRect()
    return edgeOf(view, block, top < start + height / 2 ? 'before' : 'behind')
  }
  const below = blockIn(view, x, top + betweenBlocks)
  if (below) return edgeOf(view, below, 'before')
  const above = blockIn(view, x, top - betweenBlocks)
  return above && edgeOf(view, above, 'behind')
}

const places = '[data-type=column], td, th'

/** An item of a list, or a block of the note, of a column or of a cell. */
function blockIn(view: EditorView, x: number, y: number): HTMLElement | null {
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) {
    const parent = element.parentElement
    if (!(element instanceof HTMLElement) || !parent || !view.dom.contains(parent) || isGroup(element)) return null
    if (element.matches('li') || holdsBlocks(view, parent) || parent.matches(places)) return element
  }
  return null
}

function edgeOf(view: EditorView, block: HTMLElement, side: 'before' | 'behind'): number | null {
  const position = positionOfElement(view, block)
  const node = position === null ? null : view.state.doc.nodeAt(position)
  if (position === null || !node) return null
  return side === 'before' ? position : position + node.nodeSize
}

/** Where the node begins that this element shows; null for what only decorates. */
export function positionOfElement(view: EditorView, element: HTMLElement): number | null {
  const parent = element.parentElement
  if (!parent || !view.dom.contains(element)) return null
  const position = view.posAtDOM(parent, Array.from(parent.childNodes).indexOf(element))
  const shown = view.nodeDOM(position)
  return shown === element || (shown instanceof Element && shown.contains(element)) ? position : null
}
