import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api } from '../../platform/api/api.ts'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { plainSignIn } from '../sign-in-url.ts'
import styles from '../auth.module.css'
import * as texts from './texts.ts'

const loadSchema = () => import('@knowreel/shared/user/account.calls.ts').then((module) => module.resetRequestForm)

export function ResetRequest() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return sentTo === null ? <RequestForm onSent={setSentTo} /> : <ResetLinkSent email={sentTo} />
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useValidatedForm({
    initial: { email: '' },
    loadSchema,
    submit: async ({ email }) => {
      await api.account.requestPasswordReset({ body: { email } })
      onSent(email.trim())
    },
  })
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <div className={styles.intro}>
        <h1 className="kr-display">{texts.resetYourPassword}</h1>
        <p className="kr-muted">{texts.wellEmailYouAReset}</p>
      </div>
      <TextInput
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        value={form.values.email}
        onChange={(event) => form.setValue('email', event.currentTarget.value)}
        error={form.errors.email}
      />
      <FormError>{form.formError}</FormError>
      <Button type="submit" variant="filled" size="md" fullWidth loading={form.isBusy}>
        {texts.sendTheLink}
      </Button>
      <BackToSignIn />
    </form>
  )
}

/** The same text whether or not the address has an account. */
function ResetLinkSent({ email }: { email: string }) {
  return (
    <div className={styles.form}>
      <div className={styles.intro} role="status">
        <h1 className="kr-display">{texts.checkYourEmail}</h1>
        <p className="kr-muted">
          {texts.ifLabel}
          <span className={styles.address}>{email}</span>
          {texts.hasAccountYoullReceiveLink}
        </p>
      </div>
      <BackToSignIn />
    </div>
  )
}

function BackToSignIn() {
  return (
    <p className={styles.other}>
      <Link {...plainSignIn}>{texts.backToSignIn}</Link>
    </p>
  )
}
