import { useState } from 'react'
import { Button, Modal, PasswordInput } from '@mantine/core'
import { ApiError } from '../platform/api/api-error.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import { useCheckedForm } from '../ui/use-checked-form.ts'
import { passwordToggle } from '../user/index.ts'
import { useCreateUser } from './company-user.queries.ts'
import type { NewcomerOptions } from './dialog-options.ts'
import { emptyNewcomer, NewcomerFields } from './newcomer-fields.tsx'
import { openAddress } from './open-address.ts'
import { openInviteUser } from './open-invite-user.ts'
import styles from './newcomer-form.module.css'

const loadSchema = () =>
  import('@knowreel/shared/company/company-user.calls.ts').then(({ companyUserCalls }) => companyUserCalls.create.body)

const empty = { ...emptyNewcomer, password: '', passwordConfirm: '' }

export function CreateUserDialog({ roles, initial, opened, onClose }: NewcomerOptions & DialogProps) {
  const { mutateAsync } = useCreateUser()
  /** The email address that already has an account: that person can only be invited. */
  const [takenEmail, setTakenEmail] = useState<string | null>(null)
  const form = useCheckedForm({
    initial: { ...empty, ...initial },
    loadSchema,
    submit: async (values) => {
      const email = values.email.trim()
      try {
        const { warning, address } = await mutateAsync({ ...values, email })
        onClose()
        if (warning === undefined) showSuccess('User has been successfully created')
        else showWarning(warning)
        if (address !== undefined)
          openAddress({
            title: 'Share the link',
            text: `${values.firstName.trim()} uses this link to choose a password and sign in as ${email}. You won’t see it again.`,
            address,
          })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'email_taken') setTakenEmail(values.email)
        throw error
      }
    },
  })
  const inviteInstead = () => {
    const { firstName, lastName, email, role } = form.values
    onClose()
    openInviteUser({ roles, initial: { firstName, lastName, email, role } })
  }
  const password = (name: 'password' | 'passwordConfirm') => ({
    name,
    autoComplete: 'new-password',
    value: form.values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => form.set(name, event.currentTarget.value),
    error: form.errors[name],
    ...passwordToggle,
  })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Create a user"
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <NewcomerFields form={form} roles={roles} />
        {takenEmail !== null && takenEmail === form.values.email && (
          <Button className={styles.instead} variant="light" onClick={inviteInstead}>
            Invite {takenEmail.trim()}
          </Button>
        )}
        <div className={styles.pair}>
          <PasswordInput label="Password" {...password('password')} />
          <PasswordInput label="Confirm" {...password('passwordConfirm')} />
        </div>
        <p className="kr-second kr-muted">
          Without a password, the person receives an email with a link to choose one.
        </p>
        {form.formError && (
          <p role="alert" className={styles.error}>
            {form.formError}
          </p>
        )}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
