import { TextInput } from '@mantine/core'
import type { ValidatedForm } from '../ui/form/use-validated-form.ts'
import { RoleChoice } from './role-choice.tsx'
import type { NewcomerRole } from './dialog-options.ts'
import * as texts from './texts.ts'
import styles from './newcomer-form.module.css'

export type NewcomerValues = { firstName: string; lastName: string; email: string; role: NewcomerRole }

type NewcomerFieldsProps<Values extends NewcomerValues> = {
  form: ValidatedForm<Values>
  roles: readonly NewcomerRole[]
}

/** Name, email and role of a person whose account is created. */
export function NewcomerFields<Values extends NewcomerValues>({ form, roles }: NewcomerFieldsProps<Values>) {
  return (
    <>
      <NameFields form={form} hasInitialFocus />
      <TextInput label={texts.email} type="email" {...fieldOf(form, 'email')} />
      <RoleChoice
        roles={roles}
        value={form.values.role}
        onChange={(role) => form.setValue('role', role as Values['role'])}
      />
    </>
  )
}

type NameFieldsProps<Values> = { form: ValidatedForm<Values>; hasInitialFocus?: boolean }

export const NameFields = <Values extends NewcomerValues>({
  form,
  hasInitialFocus = false,
}: NameFieldsProps<Values>) => (
  <div className={styles.pair}>
    <TextInput label={texts.firstName} data-autofocus={hasInitialFocus || undefined} {...fieldOf(form, 'firstName')} />
    <TextInput label={texts.lastName} {...fieldOf(form, 'lastName')} />
  </div>
)

const fieldOf = <Values extends NewcomerValues>(
  form: ValidatedForm<Values>,
  name: 'firstName' | 'lastName' | 'email',
) => ({
  name,
  autoComplete: 'off',
  value: form.values[name],
  onChange: (event: { currentTarget: HTMLInputElement }) =>
    form.setValue(name, event.currentTarget.value as Values[typeof name]),
  error: form.errors[name],
})

export const emptyNewcomer: NewcomerValues = { firstName: '', lastName: '', email: '', role: 'user' }
