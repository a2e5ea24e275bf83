/**
 * Left of the block under the mouse: "+" adds a block below; the grip drags the block and opens its menu on click. After
 * a touch, only the grip is shown, beside the block that contains the caret. Plain DOM, moved at most once per frame.
 * Keyboard users have "/" and the keys of block-shortcuts.extension.ts, so it is hidden from screen readers.
 */
import { Extension } from '@tiptap/core'
import { NodeSelection, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { Node as NoteNode } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { isMac } from '../../../ui/command-key.ts'
import { dispatchAsUndoStep } from '../sync/undo-step.ts'
import * as texts from '../texts.ts'
import { dropTargetAt, moveDraggedBlock, type Point } from './block-drop.ts'
import { blockElementAtCaret, blockElementAtPointer, blockElementPosition, isCell } from './block-element.ts'
import { DropLine } from './drop-line.ts'
import { followFinger } from './finger-drag.ts'

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
    // Outside of the plugin view: ProseMirror creates a new one whenever a bar adds its plugin to the editor.
    const dropLine = new DropLine()
    /** By the grip; ProseMirror drags pictures and attachments itself. */
    let isDragging = false
    /** The last press was not made with a mouse. */
    let isTouch = false
    let touchedAt = -Infinity
    /** Since the last touch. */
    let mouseMoves = 0

    const dragOver = (view: EditorView, point: Point): void => {
      const dragged = draggedBlock(view)
      dropLine.show(view, dragged && dropTargetAt(view, dragged, point))
    }
    const drop = (view: EditorView, point: Point, isCopy = false): void => {
      const dragged = draggedBlock(view)
      const target = dragged && dropTargetAt(view, dragged, point)
      if (dragged && target !== null) dropBlock(view, moveDraggedBlock(view.state, dragged, target, { isCopy }))
      endDrag(view)
    }
    const endDrag = (view: EditorView): void => {
      if (isDragging) view.dragging = null
      isDragging = false
      dropLine.hide()
    }
    return [
      new Plugin({
        key: new PluginKey('blockHandle'),
        props: {
          handleDOMEvents: {
            dragover(view, event) {
              if (!isDragging || !view.editable || !draggedBlock(view)) return false
              event.preventDefault()
              // The drop cursor of ProseMirror would show another target.
              event.stopImmediatePropagation()
              dragOver(view, event)
              return true
            },
            dragleave(view, event) {
              const isInside = event.relatedTarget instanceof Node && view.dom.contains(event.relatedTarget)
              if (isDragging && !isInside) dropLine.hide()
              return false
            },
            drop(view, event) {
              if (!isDragging || !view.editable || !draggedBlock(view)) return false
              event.preventDefault()
              drop(view, event, event[copyKey])
              return true
            },
          },
          handleDrop(view, event, _slice, isMoved) {
            const dragged = isMoved && draggedBlock(view)
            const found = dragged && view.posAtCoords({ left: event.clientX, top: event.clientY })
            return !!found && dropBlock(view, moveDraggedBlock(view.state, dragged, found.pos))
          },
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

          const hide = (): void => {
            block = null
            handle.removeAttribute('data-shown')
          }
          const follow = (event: PointerEvent): void => {
            if (frame !== 0 || !editor.isEditable || event.buttons !== 0 || event.pointerType !== 'mouse') return
            // When the layout changes under a mouse at rest, the browser sends a move as well.
            const isAtRest = event.movementX === 0 && event.movementY === 0
            if (isTouch && (isAtRest || event.timeStamp - touchedAt < MOUSE_PAUSE_MS)) return
            // It may also report where a mouse at rest is now, once; a mouse that is used moves on.
            if (isTouch && ++mouseMoves < 2) return
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
            if (pointerType !== 'mouse') {
              touchedAt = timeStamp
              mouseMoves = 0
            }
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
            const isInCell = !isTouch && isCell(block.parentElement)
            const isInside = !isTouch && block.parentElement !== view.dom && block.localName !== 'li'
            // Beside a block in a column there is only room for the grip, in a cell only for a narrow one.
            const offset = isInCell ? 12 : 2
            const left = (element: HTMLElement) =>
              element.getBoundingClientRect().left - editorElement.getBoundingClientRect().left
            handle.toggleAttribute('data-inside', isInside)
            handle.toggleAttribute('data-in-cell', isInCell)
            // The grip for a finger is too wide for the space between columns or cells: it is beside all of the text.
            const x = isTouch ? left(view.dom) - handle.offsetWidth : isInside ? left(block) + offset : left(view.dom)
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
            hold(selection)
            const { dom, text } = view.serializeForClipboard(selection.content())
            event.dataTransfer.setData('text/html', dom.innerHTML)
            event.dataTransfer.setData('text/plain', text)
            event.dataTransfer.effectAllowed = 'copyMove'
            event.dataTransfer.setDragImage(block, 0, 0)
          }
          const hold = (selection: NodeSelection): void => {
            // Drags this node even if the browser reads its selection back as a text selection.
            const dragging = { slice: selection.content(), move: true, node: selection }
            view.dragging = dragging
            isDragging = true
          }
          const grab = (event: PointerEvent): void => {
            // Otherwise, a long press would start a drag of the browser.
            drag.draggable = event.pointerType === 'mouse'
            if (event.pointerType === 'mouse' || !event.isPrimary) return
            stopFollowing()
            stopFollowing = followFinger(drag, page, event, {
              onStart() {
                const selection = select()
                if (!selection) return false
                hold(selection)
                handle.setAttribute('data-dragging', '')
                return true
              },
              onMove(finger) {
                dragOver(view, finger)
                const y = finger.clientY - editorElement.getBoundingClientRect().top - 12
                handle.style.transform = `translate(${Math.round(new DOMMatrix(handle.style.transform).e)}px, ${Math.round(y)}px)`
              },
              onEnd(point) {
                if (point) drop(view, point)
                endDrag(view)
                handle.removeAttribute('data-dragging')
                followCaret()
              },
            })
          }
          let stopFollowing = (): void => {}
          const keepFocus = (event: MouseEvent): void => {
            if (isTouch) event.preventDefault()
          }
          const stopDrag = (): void => {
            endDrag(view)
            // The handle is beside the text, so the text does not hear the end of the drag.
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
          setTouch(isTouch)
          followCaret()
          return {
            update({ state }, before) {
              if (state.doc !== before.doc) dropLine.hide()
              followCaret()
            },
            destroy() {
              cancelAnimationFrame(frame)
              stopFollowing()
              endDrag(view)
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

/** The dragged node, which ProseMirror follows when others change the note. */
function draggedBlock({ dragging }: EditorView): NodeSelection | null {
  return dragging && 'node' in dragging && dragging.node instanceof NodeSelection ? dragging.node : null
}

function dropBlock(view: EditorView, transaction: Transaction | null): boolean {
  if (!transaction) return false
  dispatchAsUndoStep(view, transaction)
  view.focus()
  return true
}

/** As everywhere in the system, this key copies what is dropped. */
const copyKey = isMac ? 'altKey' : 'ctrlKey'

const isListItemNode = ({ type }: NoteNode): boolean => ['listItem', 'taskItem'].includes(type.name)
