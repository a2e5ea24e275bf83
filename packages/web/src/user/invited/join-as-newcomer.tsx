import { Button, TextInput } from '@mantine/core'
import { passwordLimits } from '@knowreel/shared/user/user.rules.ts'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { PasswordField } from '../password-field.tsx'
import * as texts from '../texts.ts'
import { useJoin, type JoinProps } from './join.ts'
import styles from '../auth.module.css'

const loadSchema = () =>
  import('@knowreel/shared/company/invitation.calls.ts').then(({ newAccountForm }) => newAccountForm)

/** Prefilled with the names from the invitation, which can be corrected. */
export function JoinAsNewcomer({ token, invitation, onStale }: JoinProps) {
  const join = useJoin(token, onStale)
  const form = useValidatedForm({
    initial: { firstName: invitation.firstName, lastName: invitation.lastName, password: '' },
    loadSchema,
    submit: join,
  })
  const field = (name: keyof typeof form.values) => ({
    name,
    value: form.values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => form.setValue(name, event.currentTarget.value),
    error: form.errors[name],
  })
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <div className={styles.names}>
        <TextInput label={texts.firstName} autoComplete="given-name" {...field('firstName')} />
        <TextInput label={texts.lastName} autoComplete="family-name" {...field('lastName')} />
      </div>
      {/* For password managers, which store the password under it. */}
      <input type="email" name="username" autoComplete="username" value={invitation.email} readOnly hidden />
      <PasswordField
        label={texts.password}
        autoComplete="new-password"
        autoFocus
        description={texts.atLeastMinimumCharactersSentence(passwordLimits.minimum)}
        {...field('password')}
      />
      <FormError>{form.formError}</FormError>
      <Button type="submit" variant="filled" size="md" fullWidth loading={form.isBusy}>
        {texts.createAccountAndJoin}
      </Button>
    </form>
  )
}
