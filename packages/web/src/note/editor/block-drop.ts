/**
 * Decides where a dragged block is dropped. By default ProseMirror looks for the character under the pointer, so on a
 * short line the target jumps from above to below as the pointer moves sideways. People mean the half of the block that
 * they point at. The drop cursor and the drop itself both call `posAtCoords`, so it is overridden during a drag.
 */
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state'
import { dropPoint } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { coveredHeight } from './caret/caret-in-view.ts'

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
  const mapped = transaction.mapping.map(target)
  transaction.insert(mapped, node)
  return transaction.setSelection(NodeSelection.create(transaction.doc, mapped)).setMeta('uiEvent', 'drop')
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

type FingerDrag = {
  /** False if nothing can be dragged. */
  readonly onStart: () => boolean
  readonly onMove: (finger: PointerEvent) => void
  /** The point where the block is dropped; null if the drag was cancelled. Called only after `onStart`. */
  readonly onEnd: (point: PointerEvent | null) => void
}

/** Smaller movements are a tap. */
const dragThresholdPx = 6
const maxScrollPx = 14

/**
 * Follows the finger that pressed the grip; the page scrolls while the finger is near its top or bottom. Browsers do not
 * fire drag events for touch, so the drop line gets its own. Returns a function that cancels the drag.
 */
export function followFinger(
  view: EditorView,
  grip: HTMLElement,
  page: HTMLElement,
  down: PointerEvent,
  { onStart, onMove, onEnd }: FingerDrag,
): () => void {
  let finger = down
  let hasStarted = false
  let frame = 0
  const listeners = new AbortController()
  const fire = (type: 'dragover' | 'dragend'): void => {
    view.dom.dispatchEvent(new DragEvent(type, { clientX: finger.clientX, clientY: finger.clientY }))
  }
  const scrollAtEdge = (): void => {
    frame = requestAnimationFrame(scrollAtEdge)
    const distance = distanceBeyondEdge(page, finger.clientY)
    if (distance === 0) return
    const before = page.scrollTop
    page.scrollTop += Math.max(-maxScrollPx, Math.min(maxScrollPx, distance / 4))
    if (page.scrollTop === before) return
    onMove(finger)
    fire('dragover')
  }
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return
    finger = event
    if (!hasStarted) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) <= dragThresholdPx) return
      hasStarted = onStart()
      if (!hasStarted) return stop(null)
      frame = requestAnimationFrame(scrollAtEdge)
    }
    onMove(event)
    fire('dragover')
  }
  const stop = (point: PointerEvent | null): void => {
    if (listeners.signal.aborted) return
    listeners.abort()
    cancelAnimationFrame(frame)
    if (!hasStarted) return
    onEnd(point)
    fire('dragend')
  }
  const { signal } = listeners
  grip.setPointerCapture(down.pointerId)
  grip.addEventListener('pointermove', move, { signal })
  grip.addEventListener('pointerup', (event) => event.pointerId === down.pointerId && stop(event), { signal })
  grip.addEventListener('pointercancel', (event) => event.pointerId === down.pointerId && stop(null), { signal })
  return () => stop(null)
}

/** In px: negative above the part of the page that bars leave free. */
function distanceBeyondEdge(page: HTMLElement, y: number): number {
  const { top, bottom } = page.getBoundingClientRect()
  const above = y - (Math.max(top, 0) + coveredHeight.top)
  const below = y - (Math.min(bottom, visualViewport?.height ?? innerHeight) - coveredHeight.bottom)
  return above < 0 ? above : Math.max(0, below)
}
