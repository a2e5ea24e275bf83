import { useId, useRef, useState, type FormEvent } from 'react'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { errorCodes } from '@knowreel/shared/error/error-codes.ts'
import { localDay } from '../../ui/form/calendar-days.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import * as texts from '../texts.ts'
import { endOfDay, expiryText } from './expiry-day.ts'
import type { LinkActions } from './use-link-actions.ts'
import styles from './share-dialog.module.css'

type LinkExpiryProps = { expiresAt: string | null; actions: LinkActions }

/** The last day of the link; without one it works until someone deletes it. */
export function LinkExpiry({ expiresAt, actions }: LinkExpiryProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const saved = expiresAt === null ? '' : localDay(new Date(expiresAt))
  const [day, setDay] = useState(saved)
  const [shown, setShown] = useState(saved)
  if (shown !== saved) {
    setShown(saved)
    setDay(saved)
  }
  const [openedAt] = useState(() => new Date())
  const [error, setError] = useState<string | null>(null)

  // The button that was pressed disappears.
  const save = async (next: string | null) => {
    if (await actions.update({ expiresAt: next })) input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (day === saved) return
    const end = endOfDay(day)
    // The field itself says what is wrong with a day that it cannot read.
    if (end === null) input.current?.focus()
    else if (end.getTime() <= Date.now()) setError(errorCodes.expiry_past.message)
    else void save(end.toISOString())
  }
  return (
    <form className={styles.option} onSubmit={submit} noValidate>
      <span className={styles.words}>
        <label htmlFor={id}>{texts.lastDay}</label>
        <span className="kr-second kr-muted">
          {expiresAt === null ? texts.neverExpires : `${expiryText(expiresAt, openedAt.getTime())}.`}
        </span>
      </span>
      <DateField
        id={id}
        ref={input}
        className={styles.day}
        min={localDay(openedAt)}
        error={error}
        value={day}
        onChange={(next) => {
          setDay(next)
          setError(null)
        }}
      />
      {day !== saved && day !== '' ? (
        <Button type="submit" loading={actions.isBusy}>
          {texts.save}
        </Button>
      ) : (
        saved !== '' && (
          <Tooltip label={texts.noExpiry}>
            <ActionIcon aria-label={texts.removeExpiry} disabled={actions.isBusy} onClick={() => void save(null)}>
              <IconX />
            </ActionIcon>
          </Tooltip>
        )
      )}
    </form>
  )
}
