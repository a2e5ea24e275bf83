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

/** Name, email and role: the fields shared by creating and inviting a person. */
export function NewcomerFields<Values extends NewcomerValues>({ form, roles }: NewcomerFieldsProps<Values>) {
  const field = (name: 'firstName' | 'lastName' | 'email') => ({
    name,
    autoComplete: 'off',
    value: form.values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      form.setValue(name, event.currentTarget.value as Values[typeof name]),
    error: form.errors[name],
  })
  return (
    <>
      <div className={styles.pair}>
        <TextInput label={texts.firstName} data-autofocus {...field('firstName')} />
        <TextInput label={texts.lastName} {...field('lastName')} />
      </div>
      <TextInput label={texts.email} type="email" {...field('email')} />
      <RoleChoice
        roles={roles}
        value={form.values.role}
        onChange={(role) => form.setValue('role', role as Values['role'])}
      />
    </>
  )
}

export const emptyNewcomer: NewcomerValues = { firstName: '', lastName: '', email: '', role: 'user' }
