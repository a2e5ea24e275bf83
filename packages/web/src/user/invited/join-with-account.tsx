import { useState } from 'react'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../platform/api/api-error.ts'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { PasswordField } from '../password-field.tsx'
import { SecondFactorField } from '../second-factor-field.tsx'
import { useJoin, type JoinProps } from './join.ts'
import { plainPasswordReset } from '../sign-in-url.ts'
import * as texts from '../texts.ts'
import styles from '../auth.module.css'

const loadSchema = () =>
  import('@knowreel/shared/company/invitation.calls.ts').then(({ existingAccountForm }) => existingAccountForm)

/** Shows the second factor only when the server requires it; the typed values stay. */
export function JoinWithAccount({ token, invitation, onStale }: JoinProps) {
  const [needsCode, setNeedsCode] = useState(false)
  const join = useJoin(token, onStale)
  const form = useValidatedForm({
    initial: { password: '', code: '' },
    loadSchema,
    submit: async ({ password, code }) => {
      try {
        await join({ password, ...(needsCode ? { code } : {}) })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'two_factor_needed') return setNeedsCode(true)
        throw error
      }
    },
  })
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <p>{texts.thisAddressAlreadyHasAccount}</p>
      <input type="email" name="username" autoComplete="username" value={invitation.email} readOnly hidden />
      <div className={styles.password}>
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          autoFocus
          value={form.values.password}
          onChange={(event) => form.setValue('password', event.currentTarget.value)}
          error={form.errors.password}
        />
        <Link {...plainPasswordReset} className={styles.forgot}>
          {texts.forgotYourPassword}
        </Link>
      </div>
      {needsCode && <SecondFactorField form={form} />}
      <FormError>{form.formError}</FormError>
      <Button type="submit" variant="filled" size="md" fullWidth loading={form.isBusy}>
        {texts.signInAndJoin}
      </Button>
    </form>
  )
}
