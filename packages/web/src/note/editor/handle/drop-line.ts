import type { Node as NoteNode } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'

/** The line between two blocks where a dragged block would be inserted; it takes no space in the note. */
export class DropLine {
  #element: HTMLElement | null = null

  show(view: EditorView, position: number | null): void {
    const editorElement = view.dom.closest<HTMLElement>('.note-editor')
    const line = position === null ? null : boundaryAt(view, position)
    if (!editorElement || !line) return this.hide()
    if (!this.#element) {
      this.#element = document.createElement('div')
      this.#element.className = 'note-drop-line'
      editorElement.append(this.#element)
    }
    const { left, top } = editorElement.getBoundingClientRect()
    this.#element.style.transform = `translate(${line.left - left}px, ${Math.round(line.y - top - 1)}px)`
    this.#element.style.width = `${line.width}px`
  }

  hide(): void {
    this.#element?.remove()
    this.#element = null
  }
}

/** In the middle between the neighbours, or at the edge of the only one. */
function boundaryAt(view: EditorView, position: number): { left: number; width: number; y: number } | null {
  const { nodeBefore, nodeAfter } = view.state.doc.resolve(position)
  const above = nodeBefore && nodeRect(view, position - nodeBefore.nodeSize, nodeBefore)
  const below = nodeAfter && nodeRect(view, position, nodeAfter)
  const neighbour = above ?? below
  if (!neighbour) return null
  const y = above && below ? (above.bottom + below.top) / 2 : above ? above.bottom : neighbour.top
  return { left: neighbour.left, width: neighbour.width, y }
}

function nodeRect(view: EditorView, position: number, node: NoteNode): DOMRect | null {
  const shown = node.isText ? null : view.nodeDOM(position)
  return shown instanceof HTMLElement ? shown.getBoundingClientRect() : null
}
