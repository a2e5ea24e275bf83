import { useId, useState, type FormEvent } from 'react'
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { errorCodes } from '@knowreel/shared/error/error-codes.ts'
import { formatLongDate } from '../../ui/time-format.ts'
import * as texts from '../texts.ts'
import { formatDay, endOfDay } from './expiry-day.ts'
import type { LinkActions } from './use-link-actions.ts'
import styles from './share-dialog.module.css'

type LinkExpiryProps = { expiresAt: string | null; actions: LinkActions }

/** The last day of the link; without one it works until someone deletes it. */
export function LinkExpiry({ expiresAt, actions }: LinkExpiryProps) {
  const id = useId()
  const saved = expiresAt === null ? '' : formatDay(new Date(expiresAt))
  const [day, setDay] = useState(saved)
  const [openedAt] = useState(() => new Date())
  const [error, setError] = useState<string | null>(null)
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= openedAt.getTime()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const end = endOfDay(day)
    if (end === null || end.getTime() <= Date.now()) setError(errorCodes.expiry_past.message)
    else void actions.update({ expiresAt: end.toISOString() })
  }
  return (
    <form className={styles.option} onSubmit={submit} noValidate>
      <span className={styles.words}>
        <label htmlFor={id}>{texts.lastDay}</label>
        <span className="kr-second kr-muted">
          {saved === ''
            ? texts.neverExpires
            : `${isOver ? texts.expiredOn : texts.expiresAfter} ${formatLongDate(expiresAt ?? '')}.`}
        </span>
        {error && (
          <span id={`${id}-error`} role="alert" className={styles.error}>
            {error}
          </span>
        )}
      </span>
      <TextInput
        id={id}
        className={styles.day}
        type="date"
        min={formatDay(openedAt)}
        aria-invalid={error !== null}
        aria-describedby={error ? `${id}-error` : undefined}
        value={day}
        onChange={({ currentTarget }) => {
          setDay(currentTarget.value)
          setError(null)
        }}
        onBlur={({ currentTarget: { validity } }) => {
          // An impossible day such as February 31 leaves the value empty.
          if (validity.badInput) setError(texts.thisDayDoesNotExist)
        }}
      />
      {day !== saved && day !== '' ? (
        <Button type="submit" loading={actions.isBusy}>
          {texts.save}
        </Button>
      ) : (
        saved !== '' && (
          <Tooltip label={texts.noExpiry}>
            <ActionIcon
              aria-label={texts.removeExpiry}
              disabled={actions.isBusy}
              onClick={() => void actions.update({ expiresAt: null })}
            >
              <IconX />
            </ActionIcon>
          </Tooltip>
        )
      )}
    </form>
  )
}
