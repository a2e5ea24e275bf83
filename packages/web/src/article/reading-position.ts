/** Where someone was reading a note when they chose to edit it, so that the editor continues there. */
import type { Editor } from '@tiptap/core'

export type ReadingPosition = {
  readonly articleId: string
  readonly tabId: string
  /** The block, by its key, and the caret in it: characters from its beginning. */
  readonly key: string
  readonly offset: number
  /** Of the block in the window, in px. */
  readonly top: number
}

let remembered: { readonly position: ReadingPosition; readonly at: number } | null = null

/** Milliseconds in which the editor opens on a slow network; a later one was opened in another way. */
const validMs = 30_000

/** Px at the top of the page that its bar covers. */
const barHeight = 56

/** Where the visible part of the note begins in the window, in px. */
const visibleTop = (note: HTMLElement): number => (note.closest('main')?.getBoundingClientRect().top ?? 0) + barHeight

/** The caret or selection in the visible note; otherwise the first block that is fully below the bar. */
export function rememberReadingPosition(articleId: string): void {
  const note = document.querySelector<HTMLElement>('main [data-quoted]')
  const tabId = note?.dataset['quoted']
  const found = note && (blockOfSelection(note) ?? firstVisibleBlock(note))
  const key = found?.block.dataset['key']
  if (!tabId || !found || !key) {
    remembered = null
    return
  }
  const position = { articleId, tabId, key, offset: found.offset, top: found.block.getBoundingClientRect().top }
  remembered = { position, at: Date.now() }
}

/** Where the article was read, if its editor was opened from there just now. */
export function readingPositionOf(articleId: string | undefined): ReadingPosition | null {
  if (!remembered || remembered.position.articleId !== articleId || Date.now() - remembered.at > validMs) return null
  return remembered.position
}

/** The editor is open: one that is opened again in another way begins at its top. */
export function forgetReadingPosition(): void {
  remembered = null
}

type FoundBlock = { readonly block: HTMLElement; readonly offset: number }

function blockOfSelection(note: HTMLElement): FoundBlock | null {
  const selection = getSelection()
  const node = selection?.focusNode ?? null
  if (!selection || !node || !note.contains(node)) return null
  const block = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-key]')
  if (!block) return null
  const before = document.createRange()
  before.setStart(block, 0)
  before.setEnd(node, selection.focusOffset)
  // A press anywhere leaves a caret; one that has scrolled away is not where the person reads.
  const { top, bottom } = block.getBoundingClientRect()
  return bottom > visibleTop(note) && top < innerHeight ? { block, offset: before.toString().length } : null
}

function firstVisibleBlock(note: HTMLElement): FoundBlock | null {
  const blocks = [...note.querySelectorAll<HTMLElement>('[data-key]')]
  const top = visibleTop(note)
  const block = blocks.find((one) => one.getBoundingClientRect().top >= top)
  return block ? { block, offset: 0 } : null
}

/** Moves the caret there, with the block where it was in the window; false if the note does not contain it. */
export function restoreReadingPosition(
  editor: Editor,
  { key, offset, top }: ReadingPosition,
  isFocused: boolean,
): boolean {
  const { doc } = editor.state
  let position: number | null = null
  doc.descendants((node, at) => {
    if (node.attrs['key'] === key) position ??= at
    return position === null
  })
  if (position === null) return false
  const size = doc.nodeAt(position)?.content.size ?? 0
  editor.commands.setTextSelection(position + 1 + Math.min(offset, size))
  if (isFocused) editor.commands.focus(null, { scrollIntoView: false })
  const block = editor.view.nodeDOM(position)
  const page = editor.view.dom.closest('main')
  if (page && block instanceof HTMLElement) page.scrollTop += block.getBoundingClientRect().top - top
  return true
}
