/**
 * One month as a grid, after the date picker dialog of the WAI-ARIA Authoring Practices: one day is in the tab order,
 * arrow keys move by days and weeks, Home and End within a week, Page keys by months and, with Shift, by years.
 */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { ActionIcon, Popover } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { AnchorElement, useOpenAfterMount } from '../menu/anchor.tsx'
import type { AnchoredMenuControl } from '../menu/menu-button.tsx'
import * as texts from '../texts.ts'
import { formatLongDate, monthNames, weekdayNames } from '../time-format.ts'
import {
  addDays,
  addMonths,
  clampDay,
  firstWeekdayOf,
  localDay,
  weekdayOf,
  weeksOfMonth,
  type Day,
} from './calendar-days.ts'
import styles from './calendar.module.css'

type CalendarProps = {
  value: Day | null
  min: Day | undefined
  max: Day | undefined
  onChoose: (day: Day) => void
}

/** The calendar of a date field, named by its button. It keeps the focus while it is open. */
export const CalendarPopover = ({ id, anchor, isOpen, onChange, ...calendar }: CalendarProps & AnchoredMenuControl) => (
  <Popover
    id={id}
    opened={useOpenAfterMount(isOpen)}
    onChange={onChange}
    trapFocus
    returnFocus
    position="bottom-end"
    offset={8}
  >
    <Popover.Target>
      <AnchorElement element={anchor} />
    </Popover.Target>
    <Popover.Dropdown aria-modal p={12}>
      <Calendar {...calendar} />
    </Popover.Dropdown>
  </Popover>
)

/** Escape closes the calendar, not the dialog around its field. */
const keepsEscape = { 'data-mantine-stop-propagation': true }

function Calendar({ value, min, max, onChoose }: CalendarProps) {
  const headingId = useId()
  const [today] = useState(() => localDay(new Date()))
  const [active, setActive] = useState(() => clampDay(value ?? today, min, max))
  const activeButton = useRef<HTMLButtonElement>(null)
  /** Keys move the focus; the buttons for months and years keep it. */
  const [hasMovedByKey, setMovedByKey] = useState(false)
  const firstWeekday = firstWeekdayOf(navigator.language)
  const weeks = weeksOfMonth(active, firstWeekday)
  const month = active.slice(0, 7)

  useEffect(() => {
    if (hasMovedByKey) activeButton.current?.focus()
  }, [active, hasMovedByKey])

  const isOut = (day: Day) => clampDay(day, min, max) !== day
  const move = (event: KeyboardEvent, next: Day) => {
    event.preventDefault()
    setMovedByKey(true)
    setActive(clampDay(next, min, max))
  }
  const keys = (event: KeyboardEvent<HTMLButtonElement>) => {
    const fromStart = (weekdayOf(active) - firstWeekday + 7) % 7
    const months = event.shiftKey ? 12 : 1
    const moves: Record<string, () => Day> = {
      ArrowLeft: () => addDays(active, -1),
      ArrowRight: () => addDays(active, 1),
      ArrowUp: () => addDays(active, -7),
      ArrowDown: () => addDays(active, 7),
      Home: () => addDays(active, -fromStart),
      End: () => addDays(active, 6 - fromStart),
      PageUp: () => addMonths(active, -months),
      PageDown: () => addMonths(active, months),
    }
    const next = moves[event.key]
    if (next && !event.ctrlKey && !event.metaKey && !event.altKey) move(event, next())
  }
  const step = (months: number) => {
    setMovedByKey(false)
    setActive(clampDay(addMonths(active, months), min, max))
  }
  /** False if the whole month is outside the limits. */
  const hasMonth = (months: number) => {
    const target = addMonths(`${month}-01`, months).slice(0, 7)
    return (min === undefined || target >= min.slice(0, 7)) && (max === undefined || target <= max.slice(0, 7))
  }
  const stepButton = (label: string, months: number, Icon: typeof IconChevronLeft) => (
    <ActionIcon aria-label={label} disabled={!hasMonth(months)} onClick={() => step(months)} {...keepsEscape}>
      <Icon />
    </ActionIcon>
  )
  const [year, monthNumber] = month.split('-').map(Number)
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        {stepButton(texts.previousYear, -12, IconChevronsLeft)}
        {stepButton(texts.previousMonth, -1, IconChevronLeft)}
        <h2 id={headingId} className={styles.month} aria-live="polite">
          {monthNames[(monthNumber ?? 1) - 1]} {year}
        </h2>
        {stepButton(texts.nextMonth, 1, IconChevronRight)}
        {stepButton(texts.nextYear, 12, IconChevronsRight)}
      </div>
      <div role="grid" aria-labelledby={headingId} className={styles.grid}>
        <div role="row" className={styles.week}>
          {Array.from({ length: 7 }, (_, at) => weekdayNames[(firstWeekday + at) % 7] ?? '').map((name) => (
            <span key={name} role="columnheader" aria-label={name} className={styles.weekday}>
              {name.slice(0, 2)}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <div key={week[0]} role="row" className={styles.week}>
            {week.map((day) => (
              <div key={day} role="gridcell" aria-selected={day === value}>
                <button
                  type="button"
                  ref={day === active ? activeButton : undefined}
                  className={styles.day}
                  tabIndex={day === active ? 0 : -1}
                  data-autofocus={day === active || undefined}
                  data-other={!day.startsWith(month) || undefined}
                  data-chosen={day === value || undefined}
                  aria-label={formatLongDate(`${day}T00:00`)}
                  aria-current={day === today ? 'date' : undefined}
                  aria-disabled={isOut(day) || undefined}
                  onClick={() => isOut(day) || onChoose(day)}
                  onKeyDown={keys}
                  {...keepsEscape}
                >
                  {Number(day.slice(8))}
                </button>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
