import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { openTogglesAround } from '../../writing/index.ts'
import { activateThread, showComment, useActiveThreadId, usePanelState } from '../panel/panel-state.ts'
import { useAnchoredComments } from '../comment.queries.ts'
import { commentOnSelection, getNoteSelection } from './comment-on-selection.ts'
import { registerVisibleNote } from './visible-note.ts'
import { supportsHighlights, highlightActiveQuotes } from './highlight-quotes.ts'
import { QuoteBubble } from './quote-bubble.tsx'
import { QuoteController, type QuoteState } from './quote-controller.ts'
import { QuoteMargin } from './quote-margin.tsx'
import { threadsForTab, writtenThread, writtenThreadId } from './quote-threads.ts'
import type { QuotedNoteProps } from './quoted-note.props.ts'
import { useMarginWidth } from './use-margin-width.ts'
import { useQuotesUnderPointer } from './use-quotes-under-pointer.ts'
import styles from './quotes.module.css'

type NoteQuotesProps = QuotedNoteProps & { root: HTMLElement }

const emptyQuoteState: QuoteState = { visibleQuotes: [], orphans: null }

/** The comment markers beside and over a note. The note itself is not changed. */
export function NoteQuotes({ root, articleId, tabId, tabIds, isEditing = false, isReadOnly = false }: NoteQuotesProps) {
  const comments = useAnchoredComments(articleId)
  const activeId = useActiveThreadId()
  const writtenQuote = usePanelState((panel) => panel.writtenQuote)
  const threads = useMemo(
    () => threadsForTab(comments, { tabId, tabIds, activeId }),
    [comments, tabId, tabIds, activeId],
  )
  const controller = useQuoteController(root)
  const { visibleQuotes, orphans } = useSyncExternalStore(
    useMemo(() => controller?.subscribe ?? (() => () => undefined), [controller]),
    () => controller?.getState() ?? emptyQuoteState,
  )
  const [litId, setLitId] = useState<string | null>(null)
  const room = useMarginWidth(root)
  useEffect(
    () => controller?.setThreads([...threads, ...writtenThread(writtenQuote, tabId)]),
    [controller, threads, writtenQuote, tabId],
  )
  useEffect(() => {
    const ids = [activeId, litId, writtenQuote && writtenThreadId]
    if (controller) highlightActiveQuotes(ids.flatMap((id) => (id && controller.rangeOf(id)) || []))
  }, [controller, activeId, litId, writtenQuote, visibleQuotes, orphans])
  useEffect(() => {
    if (!controller || orphans === null) return
    return registerVisibleNote({ tabId, orphans, scrollToThread: (id) => scrollRangeIntoView(controller.rangeOf(id)) })
  }, [controller, orphans, tabId])
  useCommentShortcut(isReadOnly ? null : root)
  useQuotesUnderPointer({
    root,
    controller,
    isEditing,
    isInline: room === 'none',
    onHighlight: setLitId,
    onOpen: openThread,
  })

  return (
    <div className={styles.layer}>
      {!supportsHighlights() &&
        visibleQuotes.flatMap(({ id, boxes }) =>
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
        visibleQuotes={visibleQuotes}
        marginWidth={room}
        activeId={activeId}
        highlightedId={litId}
        onHighlight={setLitId}
        onOpen={openThread}
      />
      {!isEditing && !isReadOnly && <QuoteBubble root={root} />}
    </div>
  )
}

function openThread(id: string): void {
  activateThread(id)
  showComment(id)
}

function useQuoteController(root: HTMLElement): QuoteController | null {
  const [controller, setController] = useState<QuoteController | null>(null)
  useEffect(() => {
    const made = new QuoteController(root)
    setController(made)
    return () => made.destroy()
  }, [root])
  return controller
}

/** Ctrl or ⌘ with Alt and M comments on the selection. */
function useCommentShortcut(root: HTMLElement | null): void {
  useEffect(() => {
    if (!root) return
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'KeyM' || !event.altKey || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      if (getNoteSelection()?.note !== root) return
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
function scrollRangeIntoView(range: Range | null): boolean {
  const element = range?.startContainer.parentElement
  if (!range || !element?.isConnected) return false
  openTogglesAround(element)
  const { top, bottom } = range.getBoundingClientRect()
  if (top >= barsHeight && bottom <= innerHeight - barsHeight) return true
  const show = () => element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  show()
  requestAnimationFrame(() => requestAnimationFrame(show))
  return true
}
