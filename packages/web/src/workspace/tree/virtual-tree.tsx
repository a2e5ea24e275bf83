/**
 * A tree of thousands of rows of which only those in view are rendered. To the keyboard and to screen readers it is one
 * tree: every row has its level, position and number of siblings, and one row at a time is in the tab order. That row
 * is always rendered, even when scrolled away, so that the focus is never lost.
 */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { formatDuration } from '../../ui/time-format.ts'
import { useTouchLayout } from '../../ui/use-breakpoints.ts'
import * as texts from '../texts.ts'
import type { TreeRow } from './tree-rows.ts'
import { findByTyping, stepForKey } from './tree-keys.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import styles from './tree.module.css'

type RowAttributes = HTMLAttributes<HTMLDivElement> & { [data: `data-${string}`]: string | boolean | undefined }

export type VirtualTreeProps = {
  label: string
  rows: readonly TreeRow[]
  /** The row where keyboard focus enters, scrolled into view when it changes: the open article. */
  startId?: string
  onFold: (id: string, isFolded: boolean) => void
  /** Enter and Space. */
  onPress?: (row: TreeRow, event: KeyboardEvent) => void
  /** Called before the tree handles the key: `handled`, or `moved` if the row moves and has to keep the focus. */
  onRowKey?: (row: TreeRow, event: KeyboardEvent<HTMLDivElement>) => 'handled' | 'moved' | null
  onActiveChange?: (row: TreeRow) => void
  /** Id of the element that describes the tree to screen readers. */
  describedBy?: string
  /** Changes when the start row has moved and must be scrolled into view. */
  scrollKey?: number
  attributesOf?: (row: TreeRow) => RowAttributes
  renderRow: (row: TreeRow, isActive: boolean) => ReactNode
}

/** Below the last row, in px. */
const spaceBelow = 16

/** Pause in milliseconds after which typing starts a new search. */
const typeAheadMs = 700

export function VirtualTree(props: VirtualTreeProps) {
  const { label, rows, startId, onFold, onPress, onRowKey, onActiveChange, attributesOf, renderRow } = props
  const { describedBy, scrollKey } = props
  const scroller = useRef<HTMLDivElement>(null)
  const isFocusWanted = useRef(false)
  const typed = useRef({ text: '', until: 0 })
  const [activeId, setActiveId] = useState<string | undefined>(startId)
  const rowHeight = useTouchLayout() ? 44 : 32

  const found = rows.findIndex(({ id }) => id === activeId)
  const activeIndex =
    found >= 0
      ? found
      : Math.max(
          0,
          rows.findIndex(({ id }) => id === startId),
        )

  const { first, end, scrollToRow } = useVisibleRows(scroller, { count: rows.length, rowHeight })
  const shown = Array.from({ length: end - first }, (_, offset) => first + offset)
  if (activeIndex < first) shown.unshift(activeIndex)
  else if (activeIndex >= end && activeIndex < rows.length) shown.push(activeIndex)

  const startIndex = rows.findIndex(({ id }) => id === startId)
  const hasStart = startIndex >= 0
  useEffect(() => {
    if (!hasStart) return
    setActiveId(startId)
    scrollToRow(startIndex)
    // Only when another article is opened or appears; not whenever rows above it fold.
    // eslint-disable-next-line react/exhaustive-deps
  }, [startId, hasStart, scrollKey])

  useLayoutEffect(() => {
    if (!isFocusWanted.current) return
    const row = rows[activeIndex]
    const element = row && scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)
    if (!element) return
    isFocusWanted.current = false
    element.focus({ preventScroll: true })
  })

  const focus = (id: string) => {
    const index = rows.findIndex((row) => row.id === id)
    if (index < 0) return
    isFocusWanted.current = true
    setActiveId(id)
    scrollToRow(index)
  }

  const press = (event: KeyboardEvent<HTMLDivElement>, row: TreeRow, index: number) => {
    // The row's own buttons and open menus handle their keys themselves.
    if (event.target !== event.currentTarget) return
    const result = onRowKey?.(row, event)
    if (result) {
      event.preventDefault()
      isFocusWanted.current = result === 'moved'
      return
    }
    if (event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      if (!onPress) return
      event.preventDefault()
      return onPress(row, event)
    }
    if (event.ctrlKey || event.metaKey) return
    const step = stepForKey(rows, index, event.key)
    if (step) {
      event.preventDefault()
      if ('focus' in step) focus(step.focus)
      else onFold(step.fold, step.isFolded)
    } else if (event.key.length === 1) typeAhead(event, index)
  }

  const typeAhead = (event: KeyboardEvent, index: number) => {
    const now = Date.now()
    const text = (now < typed.current.until ? typed.current.text : '') + event.key
    typed.current = { text, until: now + typeAheadMs }
    const row = findByTyping(rows, index, text)
    if (!row) return
    event.preventDefault()
    focus(row.id)
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        role="tree"
        aria-label={label}
        aria-describedby={describedBy}
        className={styles.tree}
        style={{ height: rows.length * rowHeight + spaceBelow }}
      >
        {shown.map((index) => {
          const row = rows[index]
          if (!row) return null
          const attributes = attributesOf?.(row)
          return (
            <div
              key={row.id}
              role="treeitem"
              aria-label={accessibleName(row)}
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-expanded={row.hasItems ? !row.isFolded : undefined}
              tabIndex={index === activeIndex ? 0 : -1}
              data-row={row.id}
              onKeyDown={(event) => press(event, row, index)}
              onFocus={() => {
                setActiveId(row.id)
                onActiveChange?.(row)
              }}
              {...attributes}
              className={styles.row}
              style={{ ...attributes?.style, ...rowStyle(row, index * rowHeight, rowHeight) }}
            >
              {renderRow(row, index === activeIndex)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The full visible text of the row, so that voice control users can say what they see. */
function accessibleName({ article, paragraph }: TreeRow): string {
  if (paragraph) return `${paragraph.title} ${formatDuration(paragraph.position)}`
  const length = article.duration > 0 ? ` ${formatDuration(article.duration)}` : ''
  return `${article.title || texts.untitled}${length}${article.isArchived ? texts.archivedText : ''}`
}

const rowStyle = (row: TreeRow, start: number, height: number) =>
  ({ height, transform: `translateY(${start}px)`, '--level': row.level - 1 }) as CSSProperties
