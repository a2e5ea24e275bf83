import { useState } from 'react'
import { Button } from '@mantine/core'
import { passwordLimits } from '@knowreel/shared/user/user.rules.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { useBeginSession } from '../begin-session.ts'
import { PasswordField } from '../password-field.tsx'
import { SecondFactorField } from '../second-factor-field.tsx'
import { plainPasswordReset } from '../sign-in-url.ts'
import styles from '../auth.module.css'
import * as texts from './texts.ts'

const loadSchema = () =>
  import('@knowreel/shared/user/account.calls.ts').then(({ resetForm }) => resetForm.omit({ token: true }))

/** Shows the second factor only when the server requires it; the typed values stay. */
export function NewPasswordForm({ token }: { token: string }) {
  const [needsCode, setNeedsCode] = useState(false)
  const [hasEnded, setEnded] = useState(false)
  const beginSession = useBeginSession()
  const form = useValidatedForm({
    initial: { password: '', code: '' },
    loadSchema,
    submit: async ({ password, code }) => {
      try {
        const answer = await api.account.resetPassword({ body: { token, password, ...(needsCode ? { code } : {}) } })
        await beginSession(answer.token, { path: '/' })
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null
        if (code === 'two_factor_needed') return setNeedsCode(true)
        if (code === 'link_used') return setEnded(true)
        throw error
      }
    },
  })
  if (hasEnded) return <LinkExpired />

  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <div className={styles.intro}>
        <h1 className="kr-display">{texts.setANewPassword}</h1>
        <p className="kr-muted">{texts.thisSignsYouOutEverywhere}</p>
      </div>
      <PasswordField
        label={texts.newPassword}
        name="password"
        autoComplete="new-password"
        autoFocus
        description={texts.atLeastMinimumCharactersSentence(passwordLimits.minimum)}
        value={form.values.password}
        onChange={(event) => form.setValue('password', event.currentTarget.value)}
        error={form.errors.password}
      />
      {needsCode && <SecondFactorField form={form} />}
      <FormError>{form.formError}</FormError>
      <Button type="submit" variant="filled" size="md" fullWidth loading={form.isBusy}>
        {texts.saveAndSignIn}
      </Button>
    </form>
  )
}

function LinkExpired() {
  return (
    <div className={styles.form}>
      <div className={styles.intro} role="alert">
        <h1 className="kr-display">{texts.thisLinkHasExpired}</h1>
        <p className="kr-muted">{texts.itHasExpiredOrWas}</p>
      </div>
      <LinkButton {...plainPasswordReset} size="md" variant="filled" fullWidth>
        {texts.sendANewLink}
      </LinkButton>
    </div>
  )
}
