import { useState, type KeyboardEvent } from 'react'
import { IconMessageCircle } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import { spreadStack, stackMarks } from './mark-stacks.ts'
import type { VisibleQuote } from './quote-controller.ts'
import { threadLabel, type QuoteThread } from './quote-threads.ts'
import type { MarginWidth } from './use-margin-width.ts'
import styles from './quotes.module.css'

type QuoteMarginProps = {
  threads: readonly QuoteThread[]
  visibleQuotes: readonly VisibleQuote[]
  marginWidth: MarginWidth
  activeId: string | null
  highlightedId: string | null
  onHighlight: (id: string | null) => void
  onOpen: (id: string) => void
}

/** Height of an icon in px. */
const markHeight = 28

/**
 * Icons at the height of their words. One of them is a tab stop; arrow keys move between the others. Without a margin
 * the words themselves are clickable, and the same buttons surround them for keyboards and screen readers.
 */
export function QuoteMargin({
  threads,
  visibleQuotes,
  marginWidth,
  activeId,
  highlightedId,
  onHighlight,
  onOpen,
}: QuoteMarginProps) {
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [hoveredId, setHoveredId] = useState<string | null>(null)
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  const boxes = new Map(visibleQuotes.map((quote) => [quote.id, quote.boxes]))
  const marks = stackMarks(
    visibleQuotes.flatMap(({ id, boxes: [box] }) =>
      byId.has(id) && box ? [{ id, top: box.top + box.height / 2 - markHeight / 2 }] : [],
    ),
  )
  const stackOf = (id: string | null) => marks.find((mark) => mark.id === id)?.stackId ?? null
  const spreadMarks = spreadStack(marks, stackOf(hoveredId) ?? stackOf(focusedId))
  const stopId = [focusedId, activeId].find((id) => stackOf(id) !== null) ?? spreadMarks[0]?.id
  if (spreadMarks.length === 0) return null
  return (
    <div
      className={styles.margin}
      role="group"
      aria-label={texts.commentsInTheText}
      data-room={marginWidth}
      onKeyDown={moveFocus}
    >
      {spreadMarks.map(({ id, top, index, stackId }) => {
        const thread = byId.get(id)
        const box = boxes.get(id)?.[0]
        return (
          thread && (
            <button
              key={id}
              type="button"
              className={styles.mark}
              style={marginWidth === 'none' ? box : { top, zIndex: spreadMarks.length - index }}
              data-active={id === activeId || undefined}
              data-lit={id === highlightedId || undefined}
              data-stack={stackId}
              aria-label={threadLabel(thread)}
              aria-current={id === activeId || undefined}
              tabIndex={id === stopId ? 0 : -1}
              onClick={() => onOpen(id)}
              onFocus={() => setFocusedId(id)}
              onBlur={() => setFocusedId(null)}
              onPointerEnter={() => {
                setHoveredId(id)
                onHighlight(id)
              }}
              onPointerLeave={() => {
                setHoveredId(null)
                onHighlight(null)
              }}
            >
              <span className={styles.sign} aria-hidden>
                {thread.quote.icon ?? <IconMessageCircle className="kr-icon-16" />}
              </span>
              {thread.count}
            </button>
          )
        )
      })}
    </div>
  )
}

const arrowSteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = arrowSteps[event.key]
  if (step === undefined) return
  const marks = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const next = marks[marks.indexOf(event.target as HTMLElement) + step]
  event.preventDefault()
  next?.focus()
}
