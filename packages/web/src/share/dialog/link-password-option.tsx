import { useRef, useState, type FormEvent } from 'react'
import { Button } from '@mantine/core'
import { sharePasswordLimits } from '@knowreel/shared/share/share.limits.ts'
import { PasswordField } from '../../user/index.ts'
import * as texts from '../texts.ts'
import type { LinkActions } from './use-link-actions.ts'
import styles from './share-dialog.module.css'

type LinkPasswordOptionProps = { hasPassword: boolean; actions: LinkActions }

/** Sets, changes and removes the password, which is never shown again. */
export function LinkPasswordOption({ hasPassword, actions }: LinkPasswordOptionProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  return (
    <>
      <div className={styles.option}>
        <span className={styles.words}>{hasPassword ? texts.passwordOn : texts.passwordOff}</span>
        {!isOpen && (
          <>
            <Button
              ref={opener}
              aria-label={hasPassword ? texts.changePassword : undefined}
              onClick={() => setOpen(true)}
            >
              {hasPassword ? texts.change : texts.setPassword}
            </Button>
            {hasPassword && (
              <Button
                aria-label={texts.removePassword}
                disabled={actions.isBusy}
                onClick={() => void actions.update({ password: null })}
              >
                {texts.remove}
              </Button>
            )}
          </>
        )}
      </div>
      {isOpen && <PasswordForm actions={actions} onDone={close} />}
    </>
  )
}

const passwordTooShort = texts.atLeastMinimumCharacters(sharePasswordLimits.minimum)

function PasswordForm({ actions, onDone }: { actions: LinkActions; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (password.length < sharePasswordLimits.minimum) {
      setError(password === '' ? texts.pleaseEnterAPassword : passwordTooShort)
      input.current?.focus()
    } else if (await actions.update({ password })) onDone()
  }
  return (
    <form className={styles.password} onSubmit={(event) => void submit(event)} noValidate>
      <PasswordField
        ref={input}
        className="kr-grow"
        aria-label={texts.newLinkPassword}
        placeholder={texts.newPassword}
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
      />
      <Button type="submit" variant="filled" size="md" loading={actions.isBusy}>
        {texts.save}
      </Button>
      <Button size="md" onClick={onDone}>
        {texts.cancel}
      </Button>
    </form>
  )
}
