import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { passwordLimits } from '@knowreel/shared/user/user.rules.ts'
import { api } from '../platform/api/api.ts'
import { usePageTitle } from '../ui/page/page-title.ts'
import { useValidatedForm } from '../ui/form/use-validated-form.ts'
import { FormError } from '../ui/form/form-error.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { useBeginSession } from './begin-session.ts'
import { PasswordField } from './password-field.tsx'
import { ProductSteps } from './product-steps.tsx'
import { plainSignIn } from './sign-in-url.ts'
import * as texts from './texts.ts'
import styles from './auth.module.css'

type SignUpValues = { firstName: string; lastName: string; email: string; companyTitle: string; password: string }

/** Without a company name only the account is created; home then offers to create a company. */
const toRequestBody = ({ companyTitle, ...person }: SignUpValues) =>
  companyTitle.trim() === '' ? person : { ...person, companyTitle }

const loadSchema = () =>
  import('@knowreel/shared/user/account.calls.ts').then(({ signUpForm }) => ({
    safeParse: (values: unknown) => signUpForm.safeParse(toRequestBody(values as SignUpValues)),
  }))

export function SignUpPage() {
  usePageTitle(texts.createAnAccount)
  const beginSession = useBeginSession()
  const form = useValidatedForm<SignUpValues>({
    initial: { firstName: '', lastName: '', email: '', companyTitle: '', password: '' },
    loadSchema,
    submit: async (values) => {
      const { token, user } = await api.account.signUp({ body: toRequestBody(values) })
      await beginSession(token, { path: '/' }, { company: user.company })
    },
  })
  const field = (name: keyof SignUpValues) => ({
    name,
    value: form.values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => form.setValue(name, event.currentTarget.value),
    error: form.errors[name],
  })

  return (
    <AuthFrame aside={<ProductSteps />}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <div className={styles.intro}>
          <h1 className="kr-display">{texts.createAnAccount}</h1>
          <p className="kr-muted">{texts.aPlaceForWhatYour}</p>
        </div>
        <div className={styles.names}>
          <TextInput label={texts.firstName} autoComplete="given-name" autoFocus {...field('firstName')} />
          <TextInput label={texts.lastName} autoComplete="family-name" {...field('lastName')} />
        </div>
        <TextInput label={texts.workEmail} type="email" autoComplete="username" {...field('email')} />
        <TextInput
          label={texts.companyName}
          autoComplete="organization"
          description={texts.youCanAlsoLeaveThis}
          {...field('companyTitle')}
        />
        <PasswordField
          label={texts.password}
          autoComplete="new-password"
          description={texts.atLeastMinimumCharactersSentence(passwordLimits.minimum)}
          {...field('password')}
        />
        <FormError>{form.formError}</FormError>
        <Button type="submit" variant="filled" size="md" fullWidth loading={form.isBusy}>
          {texts.createAccount}
        </Button>
        <p className={styles.other}>
          <span>{texts.alreadyHaveOne}</span>
          <Link {...plainSignIn}>{texts.signIn}</Link>
        </p>
      </form>
    </AuthFrame>
  )
}
