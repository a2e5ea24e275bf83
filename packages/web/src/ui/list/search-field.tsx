import { useEffect, useRef, useState } from 'react'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import { ClearButton } from './clear-button.tsx'
import styles from './toolbar.module.css'

type SearchFieldProps = {
  value: string
  onChange: (value: string) => void
  placeholder: string
  /** Debounce of `onChange` while typing, in ms; clearing is reported immediately. */
  debounceMs?: number
  width?: number | string
}

/** The search field of a list: 32 high, with a clear button if there is text. */
export function SearchField({ value, onChange, placeholder, debounceMs = 0, width = 280 }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const reported = useRef(value)

  // The list may keep the text without its outer spaces; a word can still follow the space.
  useEffect(() => {
    if (value.trim() === reported.current.trim()) return
    reported.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const report = (next: string) => {
    reported.current = next
    onChange(next)
  }
  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    if (debounceMs === 0 || next === '') report(next)
    else timer.current = setTimeout(() => report(next), debounceMs)
  }

  return (
    <TextInput
      type="search"
      size="sm"
      className={styles.search}
      style={{ width }}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          event.stopPropagation()
          change('')
        }
      }}
      placeholder={placeholder}
      aria-label={placeholder}
      leftSection={<IconSearch className="kr-icon-16" />}
      rightSectionPointerEvents="all"
      rightSection={text === '' ? null : <ClearButton label={texts.clearSearch} onClear={() => change('')} />}
    />
  )
}
