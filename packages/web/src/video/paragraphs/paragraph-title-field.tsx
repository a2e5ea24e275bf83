import { useId, useRef, useState, type KeyboardEvent } from 'react'
import * as texts from '../texts.ts'
import styles from './paragraphs.module.css'

/** Same limit as on the server; its schema is not loaded for one number. */
const maxTitleLength = 200

type ParagraphTitleFieldProps = {
  title: string
  onSave: (title: string) => void
  /** With `byKey`, the caller must set the focus. */
  onEnd: (byKey: boolean) => void
}

/** Enter or leaving saves the title, Escape keeps the former one; an empty title is refused. */
export function ParagraphTitleField({ title, onSave, onEnd }: ParagraphTitleFieldProps) {
  const [typed, setTyped] = useState(title)
  const [isRefused, setRefused] = useState(false)
  const isEnded = useRef(false)
  const errorId = useId()
  const isEmpty = typed.trim() === ''

  const end = (isKept: boolean, byKey: boolean) => {
    if (isEnded.current) return
    isEnded.current = true
    if (isKept && typed.trim() !== title) onSave(typed)
    onEnd(byKey)
  }
  const press = (event: KeyboardEvent) => {
    // The shortcuts of the tree and the player are plain letters here.
    event.stopPropagation()
    if (event.key === 'Escape') end(false, true)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (isEmpty) setRefused(true)
      else end(true, true)
    }
  }
  return (
    <span className={styles.naming}>
      <input
        className={styles.field}
        aria-label={texts.titleOfTheParagraph}
        aria-invalid={(isRefused && isEmpty) || undefined}
        aria-describedby={isRefused && isEmpty ? errorId : undefined}
        autoFocus
        maxLength={maxTitleLength}
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => end(!isEmpty, false)}
        onKeyDown={press}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {isRefused && isEmpty && (
        <span id={errorId} className={styles.error} role="alert">
          {texts.titleIsRequired}
        </span>
      )}
    </span>
  )
}
