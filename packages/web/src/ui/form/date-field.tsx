/**
 * A day, typed or chosen from a calendar. The value is `YYYY-MM-DD`, empty, or the typed text while it is no day, so that
 * a form can refuse what it cannot read.
 */
import { useState, type KeyboardEvent, type Ref } from 'react'
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazyComponent } from '../lazy-components.tsx'
import { MenuButton } from '../menu/menu-button.tsx'
import * as texts from '../texts.ts'
import { formatLongDate } from '../time-format.ts'
import { dayText, isDay, readDay, type Day } from './calendar-days.ts'

const CalendarPopover = lazyComponent(() => import('./calendar.tsx').then((module) => module.CalendarPopover), null)

type DateFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type' | 'rightSection'> & {
  value: string
  onChange: (value: string) => void
  /** The first and the last day of the calendar; typed days are judged by the form. */
  min?: Day | undefined
  max?: Day | undefined
  ref?: Ref<HTMLInputElement>
}

const problemOf = (text: string): string | null => {
  const read = readDay(text)
  if (text.trim() === '' || read.day !== null) return null
  return read.isReadable ? texts.thisDayDoesNotExist : texts.enterADateAs
}

export function DateField({ value, onChange, min, max, error, onBlur, onKeyDown, ...input }: DateFieldProps) {
  const [text, setText] = useState(dayText(value))
  const [shown, setShown] = useState(value)
  const [isProblemShown, setProblemShown] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const show = (next: string) => {
    setShown(next)
    setText(dayText(next))
    setProblemShown(false)
  }
  // Changed from outside.
  if (value !== shown) show(value)

  const type = (typed: string) => {
    const next = readDay(typed).day ?? typed.trim()
    setText(typed)
    setShown(next)
    setProblemShown(false)
    onChange(next)
  }
  const choose = (day: Day) => {
    show(day)
    setOpen(false)
    onChange(day)
  }
  const leave = () => {
    setText(dayText(shown))
    setProblemShown(true)
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      setOpen(true)
    } else if (event.key === 'Enter') {
      leave()
      // A form does not take what the field cannot read.
      if (problemOf(text) !== null) event.preventDefault()
    }
    onKeyDown?.(event)
  }
  const problem = isProblemShown ? problemOf(text) : null
  return (
    <TextInput
      {...input}
      inputMode="numeric"
      autoComplete={input.autoComplete ?? 'off'}
      placeholder={texts.dateFormat}
      value={text}
      error={error ?? problem}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
      onKeyDown={keys}
      rightSectionPointerEvents="all"
      rightSection={
        <MenuButton
          kind="dialog"
          isOpen={isOpen}
          onChange={setOpen}
          menu={(anchored) => (
            <CalendarPopover {...anchored} value={isDay(shown) ? shown : null} min={min} max={max} onChoose={choose} />
          )}
        >
          <ActionIcon
            size={28}
            disabled={input.disabled}
            aria-label={isDay(shown) ? texts.changeDate(formatLongDate(`${shown}T00:00`)) : texts.chooseDate}
          >
            <IconCalendar />
          </ActionIcon>
        </MenuButton>
      }
    />
  )
}
