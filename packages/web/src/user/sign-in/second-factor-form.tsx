import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import * as texts from '../texts.ts'
import styles from '../auth.module.css'

const codeMissing = texts.pleaseEnterTheCode

const loadSchema = async () => ({
  safeParse: (values: unknown) =>
    (values as { code: string }).code.trim() === ''
      ? { success: false as const, error: { issues: [{ path: ['code'], message: codeMissing }] } }
      : { success: true as const },
})

type SecondFactorFormProps = { onCode: (code: string) => Promise<void>; onStartAgain: () => void }

/** The step after the password, or after a link, for people with two-factor sign-in. */
export function SecondFactorForm({ onCode, onStartAgain }: SecondFactorFormProps) {
  const [isRecovery, setRecovery] = useState(false)
  const form = useValidatedForm({
    initial: { code: '' },
    loadSchema,
    submit: ({ code }) => onCode(code.trim()),
  })
  const change = () => {
    setRecovery(!isRecovery)
    form.setValue('code', '')
  }
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <div className={styles.intro}>
        <h1 className="kr-display">{texts.twoFactorSignIn}</h1>
        <p className="kr-muted">{isRecovery ? texts.enterOneOfYourRecovery : texts.enterSixDigitCodeFrom}</p>
      </div>
      <TextInput
        key={isRecovery ? 'recovery' : 'app'}
        label={isRecovery ? texts.recoveryCode : texts.code}
        name="code"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        autoFocus
        className={styles.code}
        value={form.values.code}
        onChange={(event) => form.setValue('code', event.currentTarget.value)}
        error={form.errors.code}
      />
      <FormError>{form.formError}</FormError>
      <Button type="submit" variant="filled" size="md" fullWidth loading={form.isBusy}>
        {texts.signIn}
      </Button>
      <p className={styles.other}>
        <button type="button" className={styles.textButton} onClick={change}>
          {isRecovery ? texts.useTheAuthenticatorApp : texts.useARecoveryCode}
        </button>
        <span aria-hidden>·</span>
        <button type="button" className={styles.textButton} onClick={onStartAgain}>
          {texts.startAgain}
        </button>
      </p>
    </form>
  )
}
