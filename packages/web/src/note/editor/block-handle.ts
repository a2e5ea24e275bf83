/**
 * Left of the block under the mouse: "+" adds a block below; the grip drags the block and opens its menu on click. After
 * a touch, only the grip is shown, beside the block that contains the caret. Plain DOM, moved at most once per frame.
 * Keyboard users have "/" and the keys of block-shortcuts.extension.ts, so it is hidden from screen readers.
 */
import { Extension } from '@tiptap/core'
import { NodeSelection, Plugin, PluginKey } from '@tiptap/pm/state'
import type { Node as NoteNode, Slice } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { blockPositionAt, isMultiBlockCell } from './block-actions.ts'
import { followFinger, overrideDropPosition, moveDraggedBlock, elementPosition } from './block-drop.ts'
import { dispatchAsUndoStep } from './sync/undo-step.ts'
import * as texts from './texts.ts'

const svgIcon = (path: string): string =>
  `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round">${path}</svg>`
const plusIcon = svgIcon('<path d="M12 5v14M5 12h14"/>')
const gripIcon = svgIcon(
  ['5', '12', '19'].map((y) => `<path d="M9 ${y}h.01M15 ${y}h.01" stroke-width="2.75"/>`).join(''),
)

/** How long after a touch the mouse is ignored: nobody moves both at the same time. */
const MOUSE_PAUSE_MS = 500

function createHandleButton(className: string, title: string, markup: string): HTMLElement {
  const button = document.createElement('span')
  button.className = className
  button.title = title
  button.innerHTML = markup
  return button
}

export const BlockHandle = Extension.create<{ onMenu: (position: number) => void }>({
  name: 'blockHandle',

  addOptions: () => ({ onMenu: () => {} }),

  addProseMirrorPlugins() {
    const { editor } = this
    const { onMenu } = this.options
    return [
      new Plugin({
        key: new PluginKey('blockHandle'),
        props: {
          handleDrop: (view, event, _slice, isMoved) => isMoved && dropDraggedBlock(view, event),
        },
        view: (view) => {
          const editorElement = view.dom.closest<HTMLElement>('.note-editor')
          const page = view.dom.closest<HTMLElement>('main')
          if (!editorElement || !page) return {}

          const handle = document.createElement('div')
          handle.className = 'note-handle'
          handle.ariaHidden = 'true'
          const add = createHandleButton('note-handle-add', texts.addABlockBelow, plusIcon)
          const drag = createHandleButton('note-handle-drag', texts.dragToMoveClickFor, gripIcon)
          drag.draggable = true
          handle.append(add, drag)
          editorElement.append(handle)
          let block: HTMLElement | null = null
          let frame = 0
          /** The last press was not made with a mouse. */
          let isTouch = false
          let touchedAt = -Infinity

          const hide = (): void => {
            block = null
            handle.removeAttribute('data-shown')
          }
          const follow = (event: PointerEvent): void => {
            if (frame !== 0 || !editor.isEditable || event.buttons !== 0 || event.pointerType !== 'mouse') return
            // When the layout changes under a mouse at rest, the browser sends a move as well.
            const isAtRest = event.movementX === 0 && event.movementY === 0
            if (isTouch && (isAtRest || event.timeStamp - touchedAt < MOUSE_PAUSE_MS)) return
            frame = requestAnimationFrame(() => {
              frame = 0
              setTouch(false)
              show(handle.contains(event.target as Node) ? block : blockElementAtPointer(view, event))
            })
          }
          const followCaret = (): void => {
            if (!isTouch || handle.hasAttribute('data-dragging')) return
            cancelAnimationFrame(frame)
            frame = requestAnimationFrame(() => {
              frame = 0
              show(editor.isEditable && view.hasFocus() ? blockElementAtCaret(view) : null)
            })
          }
          const leave = ({ pointerType }: PointerEvent): void => {
            if (pointerType === 'mouse' && !isTouch) hide()
          }
          const setTouch = (isOn: boolean): void => {
            isTouch = isOn
            handle.toggleAttribute('data-touch', isOn)
          }
          const press = ({ pointerType, timeStamp }: PointerEvent): void => {
            if (pointerType !== 'mouse') touchedAt = timeStamp
            if (isTouch === (pointerType !== 'mouse')) return
            setTouch(!isTouch)
            followCaret()
          }
          const show = (next: HTMLElement | null): void => {
            block = next
            if (!block) return hide()
            const line = Number.parseFloat(getComputedStyle(block).lineHeight) || 26
            const top = block.getBoundingClientRect().top - editorElement.getBoundingClientRect().top
            const padding = Number.parseFloat(getComputedStyle(block).paddingTop)
            const isInCell = isCell(block.parentElement)
            const isInside = block.parentElement !== view.dom && block.localName !== 'li'
            // Beside a block in a column there is only room for the grip, in a cell only for a narrow one.
            const offset = isTouch ? -2 : isInCell ? 12 : 2
            const left = isInside
              ? block.getBoundingClientRect().left - editorElement.getBoundingClientRect().left + offset
              : 0
            handle.toggleAttribute('data-inside', isInside)
            handle.toggleAttribute('data-in-cell', isInCell)
            // A finger needs a wider grip than the margin of a phone.
            const margin = page.getBoundingClientRect().left - editorElement.getBoundingClientRect().left
            const x = isTouch ? Math.max(margin, left - handle.offsetWidth) : left
            handle.style.transform = `translate(${Math.round(x)}px, ${Math.round(top + padding + (line - 24) / 2)}px)`
            handle.setAttribute('data-shown', '')
          }
          const addBelow = (event: MouseEvent): void => {
            event.preventDefault()
            const position = block && blockElementPosition(view, block)
            if (position === null) return
            const node = view.state.doc.nodeAt(position)
            const end = position + (node?.nodeSize ?? 0)
            const isItem = node !== null && isListItemNode(node)
            const paragraph = { type: 'paragraph' }
            editor
              .chain()
              .insertContentAt(end, isItem ? { type: node.type.name, content: [paragraph] } : paragraph)
              .setTextSelection(end + (isItem ? 2 : 1))
              .insertContent('/')
              .focus()
              .run()
          }
          const select = (): NodeSelection | null => {
            const position = block && blockElementPosition(view, block)
            if (position === null) return null
            const selection = NodeSelection.create(view.state.doc, position)
            view.dispatch(view.state.tr.setSelection(selection))
            view.focus()
            return selection
          }
          const openMenu = (): void => {
            const selection = select()
            if (selection) onMenu(selection.from)
          }
          const startDrag = (event: DragEvent): void => {
            const selection = select()
            if (!selection || !event.dataTransfer || !block) return
            const slice = hold(selection)
            const { dom, text } = view.serializeForClipboard(slice)
            event.dataTransfer.setData('text/html', dom.innerHTML)
            event.dataTransfer.setData('text/plain', text)
            event.dataTransfer.effectAllowed = 'copyMove'
            event.dataTransfer.setDragImage(block, 0, 0)
          }
          const hold = (selection: NodeSelection): Slice => {
            const slice = selection.content()
            // Drags this node even if the browser reads its selection back as a text selection.
            const dragging = { slice, move: true, node: selection }
            view.dragging = dragging
            endDrag()
            endDrag = overrideDropPosition(view)
            return slice
          }
          const grab = (event: PointerEvent): void => {
            // Otherwise, a long press would start a drag of the browser.
            drag.draggable = event.pointerType === 'mouse'
            if (event.pointerType === 'mouse' || !event.isPrimary) return
            stopFollowing()
            stopFollowing = followFinger(view, drag, page, event, {
              onStart() {
                const selection = select()
                if (!selection) return false
                hold(selection)
                handle.setAttribute('data-dragging', '')
                return true
              },
              onMove({ clientY }) {
                const y = clientY - editorElement.getBoundingClientRect().top - 12
                handle.style.transform = `translate(${Math.round(new DOMMatrix(handle.style.transform).e)}px, ${Math.round(y)}px)`
              },
              onEnd(point) {
                if (point) dropDraggedBlock(view, point)
                view.dragging = null
                endDrag()
                handle.removeAttribute('data-dragging')
                followCaret()
              },
            })
          }
          let stopFollowing = (): void => {}
          const keepFocus = (event: MouseEvent): void => {
            if (isTouch) event.preventDefault()
          }
          let endDrag = (): void => {}
          const stopDrag = (): void => {
            endDrag()
            // The handle is beside the text, which hides its drop line only after a `dragend` of its own.
            view.dom.dispatchEvent(new DragEvent('dragend'))
          }

          const hideWhileTyping = (): void => {
            if (!isTouch) hide()
          }
          const watcher = new ResizeObserver(followCaret)
          watcher.observe(view.dom)

          add.addEventListener('mousedown', addBelow)
          drag.addEventListener('pointerdown', grab)
          drag.addEventListener('mousedown', keepFocus)
          drag.addEventListener('contextmenu', keepFocus)
          drag.addEventListener('click', openMenu)
          drag.addEventListener('dragstart', startDrag)
          drag.addEventListener('dragend', stopDrag)
          page.addEventListener('pointerdown', press)
          page.addEventListener('pointermove', follow)
          page.addEventListener('pointerleave', leave)
          view.dom.addEventListener('keydown', hideWhileTyping)
          view.dom.addEventListener('focus', followCaret)
          view.dom.addEventListener('blur', followCaret)
          return {
            update: followCaret,
            destroy() {
              cancelAnimationFrame(frame)
              stopFollowing()
              endDrag()
              watcher.disconnect()
              page.removeEventListener('pointerdown', press)
              page.removeEventListener('pointermove', follow)
              page.removeEventListener('pointerleave', leave)
              view.dom.removeEventListener('keydown', hideWhileTyping)
              view.dom.removeEventListener('focus', followCaret)
              view.dom.removeEventListener('blur', followCaret)
              handle.remove()
            },
          }
        },
      }),
    ]
  },
})

/**
 * The block at this height: the item in a list, or the block under the pointer in a column or in a cell with several.
 * Found through the DOM, so the cost does not grow with the note.
 */
function blockElementAtPointer(view: EditorView, { clientX, clientY }: PointerEvent): HTMLElement | null {
  const { left, right } = view.dom.getBoundingClientRect()
  const isBeside = clientX <= left || clientX >= right
  const start = document.elementFromPoint(isBeside ? left + 1 : clientX, clientY)
  if (!isBeside) return blockElementAround(view, start) ?? topLevelBlockAt(view, left + 1, clientY)
  const outermost = closestBlock(start, (parent) => parent === view.dom)
  if (outermost?.matches('ul, ol')) return closestListItem(listChildAt(outermost, clientY)) ?? outermost
  return outermost?.dataset['type'] === 'columns' ? (closestColumnBlock(view, start) ?? outermost) : outermost
}

function blockElementAtCaret(view: EditorView): HTMLElement | null {
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

const isCell = (element: Element | null): boolean => element?.matches('td, th') ?? false

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

/** Only this handle stores the dragged node in this form. */
function draggedBlock({ dragging }: EditorView): NodeSelection | null {
  return dragging && 'node' in dragging && dragging.node instanceof NodeSelection ? dragging.node : null
}

function dropDraggedBlock(view: EditorView, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const dragged = draggedBlock(view)
  const found = dragged && view.posAtCoords({ left: clientX, top: clientY })
  const transaction = dragged && found && moveDraggedBlock(view.state, dragged, found.pos)
  if (!transaction) return false
  dispatchAsUndoStep(view, transaction)
  view.focus()
  return true
}

const isListItemNode = ({ type }: NoteNode): boolean => ['listItem', 'taskItem'].includes(type.name)

function blockElementPosition(view: EditorView, block: HTMLElement): number | null {
  if (!view.dom.contains(block)) return null
  if (block.localName === 'li') return elementPosition(view, block)
  const $inside = view.state.doc.resolve(view.posAtDOM(block, 0))
  return blockPositionAt($inside)
}
