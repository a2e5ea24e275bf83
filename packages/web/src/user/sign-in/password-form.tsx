import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { PasswordField } from '../password-field.tsx'
import type { SignIn } from './use-sign-in.ts'
import { plainPasswordReset } from '../sign-in-url.ts'
import styles from '../auth.module.css'
import { lazy, Suspense } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import * as texts from '../texts.ts'

const SocialButtons = lazy(() => import('./social-buttons.tsx').then((module) => ({ default: module.SocialButtons })))

/** The script in index.html already fetches it, so that the buttons appear together with the form. */
const providersQuery = queryOptions({
  queryKey: ['sign-in', 'providers'],
  queryFn: ({ signal }) => api.session.providers({}, { signal }),
  staleTime: Infinity,
})

/** The sign-in providers besides a password; nothing if none is configured or they cannot be fetched. */
function SocialChoice() {
  const { data } = useQuery(providersQuery)
  if (data === undefined || data.providers.length === 0) return null
  return (
    <Suspense fallback={null}>
      <SocialButtons providers={data.providers} />
    </Suspense>
  )
}

const loadSchema = () => import('@knowreel/shared/user/session.calls.ts').then((module) => module.logInForm)

/** `notice` is the reason for a redirect that the user did not choose. */
export function PasswordForm({ signIn, notice }: { signIn: SignIn; notice: string | undefined }) {
  const form = useValidatedForm({
    initial: { email: '', password: '' },
    loadSchema,
    submit: ({ email, password }) => signIn.start({ email: email.trim(), password }),
  })
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <div className={styles.intro}>
        <h1 className="kr-display">{texts.signIn}</h1>
        <p className="kr-muted">{texts.yourTeamsRecordingsAndNotes}</p>
      </div>
      {notice !== undefined && (
        <p role="alert" className={styles.notice}>
          {notice}
        </p>
      )}
      <SocialChoice />
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
      <div className={styles.password}>
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          value={form.values.password}
          onChange={(event) => form.setValue('password', event.currentTarget.value)}
          error={form.errors.password ?? form.formError}
        />
        <Link {...plainPasswordReset} className={styles.forgot}>
          {texts.forgotYourPassword}
        </Link>
      </div>
      <Button type="submit" variant="filled" size="md" fullWidth loading={form.isBusy}>
        {texts.signIn}
      </Button>
      <p className={styles.other}>
        <span>{texts.newHere}</span>
        <Link to="/signup">{texts.createAnAccount}</Link>
      </p>
    </form>
  )
}
