import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { FormError } from '../auth-frame.tsx'
import styles from '../auth.module.css'

const missing = 'Please enter the code'

const loadSchema = async () => ({
  safeParse: (values: unknown) =>
    (values as { code: string }).code.trim() === ''
      ? { success: false as const, error: { issues: [{ path: ['code'], message: missing }] } }
      : { success: true as const },
})

type SecondFactorFormProps = { onCode: (code: string) => Promise<void>; onStartAgain: () => void }

/** The step after the password, or after a link, for people with two-factor sign-in. */
export function SecondFactorForm({ onCode, onStartAgain }: SecondFactorFormProps) {
  const [isRecovery, setRecovery] = useState(false)
  const form = useCheckedForm({
    initial: { code: '' },
    loadSchema,
    submit: ({ code }) => onCode(code.trim()),
  })
  const change = () => {
    setRecovery(!isRecovery)
    form.set('code', '')
  }
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <div className={styles.intro}>
        <h1 className="kr-display">Two-factor sign-in</h1>
        <p className="kr-muted">
          {isRecovery
            ? 'Enter one of your recovery codes. Each works once.'
            : 'Enter the six-digit code from your authenticator app.'}
        </p>
      </div>
      <TextInput
        key={isRecovery ? 'recovery' : 'app'}
        label={isRecovery ? 'Recovery code' : 'Code'}
        name="code"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        autoFocus
        className={styles.code}
        value={form.values.code}
        onChange={(event) => form.set('code', event.currentTarget.value)}
        error={form.errors.code}
      />
      <FormError>{form.formError}</FormError>
      <Button type="submit" variant="filled" size="md" fullWidth loading={form.isBusy}>
        Sign in
      </Button>
      <p className={styles.other}>
        <button type="button" className={styles.textButton} onClick={change}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
        <span aria-hidden>·</span>
        <button type="button" className={styles.textButton} onClick={onStartAgain}>
          Start again
        </button>
      </p>
    </form>
  )
}
