import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '../platform/api/api.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { useCheckedForm } from '../ui/use-checked-form.ts'
import { AuthFrame } from './auth-frame.tsx'
import { useBeginSession } from './begin-session.ts'
import { passwordToggle } from './password-toggle.tsx'
import { destinationOf } from './sign-in-address.ts'
import styles from './auth.module.css'

const loadSchema = () => import('@knowreel/shared/user/session.calls.ts').then((module) => module.logInForm)

export function SignInPage() {
  usePageTitle('Sign in')
  const parts = useParams({ strict: false })
  const beginSession = useBeginSession()
  const form = useCheckedForm({
    initial: { email: '', password: '' },
    loadSchema,
    submit: async ({ email, password }) => {
      const { token, user, companies } = await api.session.logIn({ body: { email: email.trim(), password } })
      await beginSession(token, destinationOf(parts), { user, companies })
    },
  })

  return (
    <AuthFrame>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <div className={styles.intro}>
          <h1 className="kr-display">Sign in</h1>
          <p className="kr-muted">Your team’s recordings and notes are waiting.</p>
        </div>
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          value={form.values.email}
          onChange={(event) => form.set('email', event.currentTarget.value)}
          error={form.errors.email}
        />
        <div className={styles.password}>
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            value={form.values.password}
            onChange={(event) => form.set('password', event.currentTarget.value)}
            error={form.errors.password ?? form.formError}
            {...passwordToggle}
          />
          <Link to="/password-reset/{-$token}" className={styles.forgot}>
            Forgot your password?
          </Link>
        </div>
        <Button type="submit" variant="filled" size="md" fullWidth loading={form.isBusy}>
          Sign in
        </Button>
        <p className={styles.other}>
          <span>New here?</span>
          <Link to="/signup">Create an account</Link>
        </p>
      </form>
    </AuthFrame>
  )
}
