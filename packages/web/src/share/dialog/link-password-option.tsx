import { useRef, useState, type FormEvent } from 'react'
import { Button, PasswordInput } from '@mantine/core'
import { sharePasswordLimits } from '@knowreel/shared/share/share.limits.ts'
import { passwordToggle } from '../../user/index.ts'
import type { LinkChanges } from './use-link-changes.ts'
import styles from './share-dialog.module.css'

type LinkPasswordOptionProps = { hasPassword: boolean; changes: LinkChanges }

/** Set, changed and taken away; what it is, nobody is shown again. */
export function LinkPasswordOption({ hasPassword, changes }: LinkPasswordOptionProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  return (
    <>
      <div className={styles.option}>
        <span className={styles.words}>
          <span>Password</span>
          <span className="kr-second kr-muted">
            {hasPassword ? 'Visitors are asked for it.' : 'Nobody is asked for one.'}
          </span>
        </span>
        {!isOpen && (
          <>
            <Button
              ref={opener}
              aria-label={hasPassword ? 'Change the password' : undefined}
              onClick={() => setOpen(true)}
            >
              {hasPassword ? 'Change' : 'Set password'}
            </Button>
            {hasPassword && (
              <Button
                aria-label="Remove the password"
                disabled={changes.isBusy}
                onClick={() => void changes.update({ password: null })}
              >
                Remove
              </Button>
            )}
          </>
        )}
      </div>
      {isOpen && <PasswordForm changes={changes} onDone={close} />}
    </>
  )
}

const tooShort = `At least ${sharePasswordLimits.minimum} characters`

function PasswordForm({ changes, onDone }: { changes: LinkChanges; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (password.length < sharePasswordLimits.minimum) setError(tooShort)
    else if (await changes.update({ password })) onDone()
  }
  return (
    <form className={styles.password} onSubmit={(event) => void submit(event)} noValidate>
      <PasswordInput
        className="kr-grow"
        aria-label="New password of the link"
        placeholder="New password"
        // Not the person's own: managers of passwords must neither fill it in nor keep it.
        autoComplete="off"
        data-1p-ignore
        autoFocus
        maxLength={sharePasswordLimits.maximum}
        value={password}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value)
          setError(null)
        }}
        error={error}
        {...passwordToggle}
      />
      <Button type="submit" variant="filled" loading={changes.isBusy}>
        Save
      </Button>
      <Button onClick={onDone}>Cancel</Button>
    </form>
  )
}
