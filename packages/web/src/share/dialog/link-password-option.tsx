import { useRef, useState, type FormEvent } from 'react'
import { Button, PasswordInput } from '@mantine/core'
import { sharePasswordLimits } from '@knowreel/shared/share/share.limits.ts'
import { passwordToggle } from '../../user/index.ts'
import type { LinkChanges } from './use-link-changes.ts'
import styles from './share-dialog.module.css'

type LinkPasswordOptionProps = { hasPassword: boolean; changes: LinkChanges }

/** Sets, changes and removes the password, which is never shown again. */
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
          <span className="kr-second kr-muted">{hasPassword ? 'Password: on' : 'Password: off'}</span>
        </span>
        {!isOpen && (
          <>
            <Button ref={opener} aria-label={hasPassword ? 'Change password' : undefined} onClick={() => setOpen(true)}>
              {hasPassword ? 'Change' : 'Set password'}
            </Button>
            {hasPassword && (
              <Button
                aria-label="Remove password"
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
        aria-label="New link password"
        placeholder="New password"
        // Not the person's own password: password managers must neither fill nor store it.
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
