import { useRef, useState, type KeyboardEvent } from 'react'
import { fallbackTabTitle } from '@knowreel/shared/article/article.rules.ts'
import type { DraftTab } from '../draft/draft-fields.ts'
import * as texts from '../texts.ts'
import styles from './tab-list.module.css'

type TabTitleFieldProps = {
  tab: DraftTab
  onSave: (title: string) => void
  /** With `byKey`, the focus has nowhere else to go. */ onEnd: (byKey: boolean) => void
}

/** Enter or blur keeps the name, Escape restores the previous one; an emptied name falls back to a default. */
export function TabTitleField({ tab, onSave, onEnd }: TabTitleFieldProps) {
  const [title, setTitle] = useState(tab.title)
  const isEnded = useRef(false)

  const end = (isKept: boolean, byKey = true) => {
    if (isEnded.current) return
    isEnded.current = true
    if (isKept && title.trim() !== tab.title) onSave(title)
    onEnd(byKey)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      end(false)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) end(true)
  }

  return (
    <input
      className={styles.field}
      aria-label={texts.tabName}
      autoFocus
      maxLength={300}
      placeholder={fallbackTabTitle}
      value={title}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTitle(event.currentTarget.value)}
      onBlur={() => end(true, false)}
      onKeyDown={press}
    />
  )
}
