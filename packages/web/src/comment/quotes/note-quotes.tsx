import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { activateThread, showComment, useActiveThread } from '../panel/panel-state.ts'
import { useAnchoredComments } from '../comment.queries.ts'
import { commentOnSelection, selectedInNote } from './comment-on-selection.ts'
import { enterNote } from './note-on-screen.ts'
import { canPaint, paintLit } from './paint-quotes.ts'
import { QuoteBubble } from './quote-bubble.tsx'
import { QuoteController, type QuoteState } from './quote-controller.ts'
import { QuoteMargin } from './quote-margin.tsx'
import { threadsOfTab } from './quote-threads.ts'
import type { QuotedNoteProps } from './quoted-note.props.ts'
import { useMarginRoom } from './use-margin-room.ts'
import { useQuotesUnderPointer } from './use-quotes-under-pointer.ts'
import styles from './quotes.module.css'

type NoteQuotesProps = QuotedNoteProps & { root: HTMLElement }

const nothing: QuoteState = { shown: [], orphans: null }

/** The comment markers beside and over a note. The note itself is not changed. */
export function NoteQuotes({ root, articleId, tabId, tabIds, isEditing = false }: NoteQuotesProps) {
  const comments = useAnchoredComments(articleId)
  const activeId = useActiveThread()
  const threads = useMemo(
    () => threadsOfTab(comments, { tabId, tabIds, activeId }),
    [comments, tabId, tabIds, activeId],
  )
  const desk = useQuoteController(root)
  const { shown, orphans } = useSyncExternalStore(
    useMemo(() => desk?.subscribe ?? (() => () => undefined), [desk]),
    () => desk?.getState() ?? nothing,
  )
  const [litId, setLitId] = useState<string | null>(null)
  const room = useMarginRoom(root)
  useEffect(() => desk?.follow(threads), [desk, threads])
  useEffect(() => {
    if (desk) paintLit([activeId, litId].flatMap((id) => (id && desk.rangeOf(id)) || []))
  }, [desk, activeId, litId, shown])
  useEffect(() => {
    if (!desk || orphans === null) return
    return enterNote({ tabId, orphans, show: (id) => scrollIntoView(desk.rangeOf(id)) })
  }, [desk, orphans, tabId])
  useCommentKey(root)
  useQuotesUnderPointer({ root, controller: desk, isEditing, isInline: room === 'none', onLit: setLitId, onOpen: open })

  return (
    <div className={styles.layer}>
      {!canPaint() &&
        shown.flatMap(({ id, boxes }) =>
          boxes.map((box, index) => (
            <i
              key={`${id} ${index}`}
              className={styles.box}
              data-lit={id === litId || id === activeId || undefined}
              style={box}
            />
          )),
        )}
      <QuoteMargin
        threads={threads}
        shown={shown}
        room={room}
        activeId={activeId}
        litId={litId}
        onLit={setLitId}
        onOpen={open}
      />
      {!isEditing && <QuoteBubble root={root} />}
    </div>
  )
}

function open(id: string): void {
  activateThread(id)
  showComment(id)
}

function useQuoteController(root: HTMLElement): QuoteController | null {
  const [desk, setDesk] = useState<QuoteController | null>(null)
  useEffect(() => {
    const made = new QuoteController(root)
    setDesk(made)
    return () => made.destroy()
  }, [root])
  return desk
}

/** Ctrl or ⌘ with Alt and M comments on the selection. */
function useCommentKey(root: HTMLElement): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'KeyM' || !event.altKey || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      if (selectedInNote()?.note !== root) return
      event.preventDefault()
      commentOnSelection()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [root])
}

/** Height of the bars at the top and bottom of the window, in px. */
const barsHeight = 110

/**
 * Scrolls to the middle unless the range is already visible; twice, because parts of long notes get their height only
 * when they come near.
 */
function scrollIntoView(range: Range | null): boolean {
  const element = range?.startContainer.parentElement
  if (!range || !element?.isConnected) return false
  const { top, bottom } = range.getBoundingClientRect()
  if (top >= barsHeight && bottom <= innerHeight - barsHeight) return true
  const show = () => element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  show()
  requestAnimationFrame(() => requestAnimationFrame(show))
  return true
}
