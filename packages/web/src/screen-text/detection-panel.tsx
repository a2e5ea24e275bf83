import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconCopy, IconSearch } from '@tabler/icons-react'
import { useSelector } from '@tanstack/react-store'
import { normalizeForSearch } from '../ui/normalize-for-search.ts'
import { copyLines } from './copy-lines.ts'
import type { DetectedLine, TextDetection } from './text-detection.ts'
import * as texts from './texts.ts'
import styles from './detection-panel.module.css'

/** The texts of the frame as a list: what the boxes offer to the pointer, for the keyboard too. */
export function DetectionPanel({ detection }: { detection: TextDetection }) {
  const { phase, lines, selectedId } = useSelector(detection.store, (state) => state)
  const [asked, setAsked] = useState('')
  const headingId = useId()
  const wanted = normalizeForSearch(asked.trim())
  const shown = lines.filter(({ text }) => normalizeForSearch(text).includes(wanted))
  return (
    <aside className={styles.panel} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.head}>
        {texts.textInThisFrame}
        {lines.length > 0 && <span className="kr-count">{lines.length}</span>}
      </h2>
      {phase === 'detecting' && <Waiting />}
      {phase === 'failed' && <p className={styles.empty}>{texts.theTextCouldNotBeDetected}</p>}
      {phase === 'done' && lines.length === 0 && <p className={styles.empty}>{texts.noTextInThisFrame}</p>}
      {lines.length > 0 && (
        <>
          <TextInput
            className={styles.find}
            leftSection={<IconSearch />}
            placeholder={texts.findInThisText}
            aria-label={texts.findInThisText}
            value={asked}
            onChange={(event) => setAsked(event.currentTarget.value)}
          />
          {shown.length === 0 && <p className={styles.empty}>{texts.nothingMatches}</p>}
          <LineList lines={shown} selectedId={selectedId} onSelect={detection.select} />
          <div className={styles.foot}>
            <Button variant="filled" fullWidth leftSection={<IconCopy />} onClick={() => void copyLines(shown)}>
              {texts.copyAll}
            </Button>
          </div>
        </>
      )}
    </aside>
  )
}

const Waiting = () => (
  <div className={styles.waiting} aria-hidden>
    {[76, 58, 92, 42, 66].map((share) => (
      <span key={share} style={{ width: `${share}%` }} />
    ))}
  </div>
)

type LineListProps = {
  lines: readonly DetectedLine[]
  selectedId: number | null
  onSelect: (id: number) => void
}

/** Arrow keys move between the lines. */
function LineList({ lines, selectedId, onSelect }: LineListProps) {
  const list = useRef<HTMLUListElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    const next = buttons[buttons.findIndex((button) => button.parentElement?.contains(document.activeElement)) + step]
    event.preventDefault()
    event.stopPropagation()
    next?.focus()
  }
  return (
    <ul ref={list} className={styles.lines} onKeyDown={move}>
      {lines.map((line) => (
        <li key={line.id} className={styles.line} data-selected={line.id === selectedId || undefined}>
          <button type="button" data-line aria-pressed={line.id === selectedId} onClick={() => onSelect(line.id)}>
            {line.text}
          </button>
          <ActionIcon aria-label={texts.copyText(line.text)} onClick={() => void copyLines([line])}>
            <IconCopy />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
