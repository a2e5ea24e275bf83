import type { EditorView } from '@tiptap/pm/view'

const nameVisibleMs = 2000

/**
 * Names at the carets of colleagues who just moved. The name at a marked block lies over the note, because an element in
 * the text would move it; it also appears while the mouse is over the block.
 */
export class CaretNames {
  readonly #view: EditorView
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()
  readonly #blockNames = new Map<number, HTMLElement>()
  #hovered: number | null = null

  constructor(view: EditorView) {
    this.#view = view
    view.dom.addEventListener('mouseover', this.#hover)
    view.dom.addEventListener('mouseleave', this.#hover)
  }

  show(client: number): void {
    clearTimeout(this.#timers.get(client))
    const hide = (): void => {
      this.#timers.delete(client)
      this.#view.dom.querySelector(`.note-caret[data-client="${client}"]`)?.removeAttribute('data-moving')
      this.draw()
    }
    this.#timers.set(client, setTimeout(hide, nameVisibleMs))
    this.draw()
  }

  /** Call after each change of the text or of the carets. */
  draw(): void {
    if (this.#timers.size === 0 && this.#hovered === null && this.#blockNames.size === 0) return
    const shown = new Set(this.#timers.keys())
    if (this.#hovered !== null) shown.add(this.#hovered)
    for (const client of shown) this.#find(client, '.note-caret')?.setAttribute('data-moving', '')
    for (const [client, name] of this.#blockNames) {
      if (shown.has(client) && this.#find(client, '.note-frame')) continue
      name.remove()
      this.#blockNames.delete(client)
    }
    for (const client of shown) this.#drawBlockName(client)
  }

  destroy(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    for (const name of this.#blockNames.values()) name.remove()
    this.#view.dom.removeEventListener('mouseover', this.#hover)
    this.#view.dom.removeEventListener('mouseleave', this.#hover)
  }

  readonly #hover = ({ type, target }: MouseEvent): void => {
    const block = type === 'mouseover' && target instanceof Element ? target.closest<HTMLElement>('.note-frame') : null
    const client = block ? Number(block.dataset['client']) : null
    if (client === this.#hovered) return
    this.#hovered = client
    this.draw()
  }

  #find(client: number, kind: '.note-caret' | '.note-frame'): HTMLElement | null {
    return this.#view.dom.querySelector<HTMLElement>(`${kind}[data-client="${client}"]`)
  }

  #drawBlockName(client: number): void {
    const block = this.#find(client, '.note-frame')
    const editorElement = this.#view.dom.closest<HTMLElement>('.note-editor')
    if (!block || !editorElement) return
    const name = this.#blockNames.get(client) ?? document.createElement('span')
    name.className = 'note-block-name'
    name.ariaHidden = 'true'
    // Rendered by CSS, like the names at carets.
    name.dataset['name'] = block.dataset['name']
    name.dataset['colour'] = block.dataset['colour']
    const from = editorElement.getBoundingClientRect()
    const { left, top, bottom } = block.getBoundingClientRect()
    const y = block.dataset['edge'] === 'end' ? bottom : top
    name.style.transform = `translate(${Math.round(left - from.left)}px, ${Math.round(y - from.top)}px)`
    if (!name.isConnected) editorElement.append(name)
    this.#blockNames.set(client, name)
  }
}
