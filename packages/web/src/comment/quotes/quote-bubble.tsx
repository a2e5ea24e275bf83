import { useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { commandKey } from '../../ui/command-key.ts'
import { useTouchLayout } from '../../ui/use-breakpoints.ts'
import { commentOnSelection, getNoteSelection } from './comment-on-selection.ts'
import bar from '../../ui/floating-bar.module.css'
import * as texts from '../texts.ts'
import styles from './quotes.module.css'

/** Milliseconds without a change before the bubble appears, so that it does not jump during selection. */
const debounceMs = 120
/** The bubble is above a selection that starts at least 200 px below the top of the window, otherwise below it. */
const minSpaceAbove = 200
const bubbleHeight = 40
const bubbleGap = 8
/** Height of the touch selection handles below a selection. */
const touchHandleHeight = 28
const bubbleHalfWidth = 72

type BubblePosition = { readonly left: number; readonly top: number }

/** Actions on selected text in a note that is read. */
export function QuoteBubble({ root }: { root: HTMLElement }) {
  const isTouched = useTouchLayout()
  const position = useSelectionPosition(root, isTouched)
  if (!position) return null
  return (
    <div className={`${bar.bar} ${styles.bubble}`} style={position}>
      <Button
        variant="subtle"
        leftSection={<IconMessagePlus />}
        aria-keyshortcuts="Control+Alt+M Meta+Alt+M"
        title={texts.commentShortcut(commandKey)}
        // Clicking it keeps the selection.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          commentOnSelection()
          getSelection()?.removeAllRanges()
        }}
      >
        {texts.comment}
      </Button>
    </div>
  )
}

/** Relative to the corner of the note. */
function useSelectionPosition(root: HTMLElement, isTouched: boolean): BubblePosition | null {
  const [position, setPosition] = useState<BubblePosition | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHeld = false
    const look = () => setPosition(isHeld ? null : bubblePositionAtSelection(root, isTouched))
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(look, debounceMs)
    }
    const press = ({ pointerType }: PointerEvent) => {
      isHeld = pointerType === 'mouse'
    }
    const release = () => {
      isHeld = false
      wait()
    }
    document.addEventListener('selectionchange', wait)
    document.addEventListener('pointerdown', press)
    document.addEventListener('pointerup', release)
    document.addEventListener('pointercancel', release)
    // Text may already be selected before this part of the page has loaded.
    wait()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', wait)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', release)
      document.removeEventListener('pointercancel', release)
    }
  }, [root, isTouched])
  return position
}

function bubblePositionAtSelection(root: HTMLElement, isTouched: boolean): BubblePosition | null {
  const selected = getNoteSelection()
  if (selected?.note !== root || selected.range.toString().trim() === '') return null
  const corner = root.getBoundingClientRect()
  const words = selected.range.getBoundingClientRect()
  const isAbove = !isTouched && words.top >= minSpaceAbove
  const top = isAbove
    ? words.top - bubbleHeight - bubbleGap
    : words.bottom + (isTouched ? touchHandleHeight : bubbleGap)
  const middle = (words.left + words.right) / 2 - corner.left
  const left = Math.min(Math.max(middle - bubbleHalfWidth, 0), Math.max(0, corner.width - 2 * bubbleHalfWidth))
  return { left: Math.round(left), top: Math.round(top - corner.top) }
}
