/** Finds the DOM element of a block, and its position in the note. */
import { NodeSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { blockPositionAt, isMultiBlockCell } from '../block-actions.ts'
import { elementPosition } from './block-drop.ts'

/**
 * The block at this height: the item in a list, or the block under the pointer in a column or in a cell with several.
 * Found through the DOM, so the cost does not grow with the note.
 */
export function blockElementAtPointer(view: EditorView, { clientX, clientY }: PointerEvent): HTMLElement | null {
  const { left, right } = view.dom.getBoundingClientRect()
  const isBeside = clientX <= left || clientX >= right
  const start = document.elementFromPoint(isBeside ? left + 1 : clientX, clientY)
  if (!isBeside) return blockElementAround(view, start) ?? topLevelBlockAt(view, left + 1, clientY)
  const outermost = closestBlock(start, (parent) => parent === view.dom)
  if (outermost?.matches('ul, ol')) return closestListItem(listChildAt(outermost, clientY)) ?? outermost
  return outermost?.dataset['type'] === 'columns' ? (closestColumnBlock(view, start) ?? outermost) : outermost
}

export function blockElementAtCaret(view: EditorView): HTMLElement | null {
  const { selection } = view.state
  const start = selection instanceof NodeSelection ? view.nodeDOM(selection.from) : view.domAtPos(selection.from).node
  return blockElementAround(view, start instanceof Element ? start : (start?.parentElement ?? null))
}

function blockElementAround(view: EditorView, start: Element | null): HTMLElement | null {
  const outermost = closestBlock(start, (parent) => parent === view.dom)
  const inCell = closestBlock(start, isCell)
  if (inCell && view.dom.contains(inCell) && isInMultiBlockCell(view, inCell)) return inCell
  if (outermost?.matches('ul, ol')) return closestListItem(start) ?? outermost
  return outermost?.dataset['type'] === 'columns' ? (closestColumnBlock(view, start) ?? outermost) : outermost
}

const closestColumnBlock = (view: EditorView, start: Element | null): HTMLElement | null =>
  closestBlock(start, (parent) => parent.dataset['type'] === 'column' && view.dom.contains(parent))

export const isCell = (element: Element | null): boolean => element?.matches('td, th') ?? false

const isInMultiBlockCell = (view: EditorView, block: HTMLElement): boolean => {
  const position = blockElementPosition(view, block)
  return position !== null && isMultiBlockCell(view.state.doc.resolve(position).parent)
}

/** Between two blocks, or above a float, no block is under the pointer, but there may be one at the edge. */
const topLevelBlockAt = (view: EditorView, x: number, y: number): HTMLElement | null =>
  closestBlock(document.elementFromPoint(x, y), (parent) => parent === view.dom)

function closestBlock(start: Element | null, isContainer: (parent: HTMLElement) => boolean): HTMLElement | null {
  for (let element = start; element; element = element.parentElement) {
    if (element.parentElement && isContainer(element.parentElement))
      return element instanceof HTMLElement ? element : null
  }
  return null
}

const closestListItem = (start: Element | null): HTMLElement | null => start?.closest<HTMLElement>('li') ?? null

/** The child of the list at this height; beside the list, the pointer is over none of its items. */
const listChildAt = (list: HTMLElement, y: number): Element | null =>
  document.elementFromPoint(list.getBoundingClientRect().right - 4, y)

export function blockElementPosition(view: EditorView, block: HTMLElement): number | null {
  if (!view.dom.contains(block)) return null
  if (block.localName === 'li') return elementPosition(view, block)
  const $inside = view.state.doc.resolve(view.posAtDOM(block, 0))
  return blockPositionAt($inside)
}
