import { showWarning } from '../../ui/toast/toast.ts'
import { openNewComment } from '../panel/panel-state.ts'
import * as texts from '../texts.ts'
import { quoteFromRange } from './block-text.ts'

/** The selection in a note on the page; null if there is none. */
export function getNoteSelection(): { readonly note: HTMLElement; readonly range: Range } | null {
  const selection = getSelection()
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  const around = range.commonAncestorContainer
  const element = around instanceof Element ? around : around.parentElement
  const note = element?.closest<HTMLElement>('[data-quoted]') ?? null
  return note && { note, range }
}

/** Starts a comment on the selected text. */
export function commentOnSelection(): void {
  const selected = getNoteSelection()
  const quote = selected && quoteFromRange(selected.note, selected.range)
  const textTabId = selected?.note.dataset['quoted']
  if (quote && openNewComment({ quote: { ...quote, textTabId } })) return
  // oxlint-disable-next-line no-console
  console.info(texts.canNotAddComment)
  showWarning(texts.canNotAddComment)
}
