import { useState } from 'react'
import { Button, Modal } from '@mantine/core'
import { ApiError } from '../platform/api/api-error.ts'
import { SeatCost } from '../billing/index.ts'
import { FormError } from '../ui/form/form-error.tsx'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import { useValidatedForm } from '../ui/form/use-validated-form.ts'
import { PasswordField } from '../user/index.ts'
import { useCreateUser, useNewcomerRoles } from './company-user.queries.ts'
import type { NewcomerOptions } from './dialog-options.ts'
import { emptyNewcomer, NewcomerFields } from './newcomer-fields.tsx'
import { openOneTimeLink } from './open-one-time-link.ts'
import { openInviteUser } from './open-invite-user.ts'
import * as texts from './texts.ts'
import styles from './newcomer-form.module.css'

const loadSchema = () =>
  import('@knowreel/shared/company/company-user.calls.ts').then(({ companyUserCalls }) => companyUserCalls.create.body)

const emptyValues = { ...emptyNewcomer, password: '', passwordConfirm: '' }

export function CreateUserDialog({ initial, opened, onClose }: NewcomerOptions & DialogProps) {
  const { mutateAsync } = useCreateUser()
  const roles = useNewcomerRoles()
  /** The email address that already has an account: that person can only be invited. */
  const [takenEmail, setTakenEmail] = useState<string | null>(null)
  const form = useValidatedForm({
    initial: { ...emptyValues, ...initial },
    loadSchema,
    submit: async (values) => {
      const email = values.email.trim()
      try {
        const { warning, address } = await mutateAsync({ ...values, email })
        onClose()
        if (warning === undefined) showSuccess(texts.userHasBeenSuccessfullyCreated)
        else showWarning(warning)
        if (address !== undefined)
          openOneTimeLink({
            title: texts.shareTheLink,
            text: texts.firstNameUsesThisLinkTo(values.firstName.trim(), email),
            url: address,
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
    openInviteUser({ initial: { firstName, lastName, email, role } })
  }
  const password = (name: 'password' | 'passwordConfirm') => ({
    name,
    autoComplete: 'new-password',
    value: form.values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => form.setValue(name, event.currentTarget.value),
    error: form.errors[name],
  })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.createAUser}
      size={480}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <NewcomerFields form={form} roles={roles} />
        {takenEmail !== null && takenEmail === form.values.email && (
          <Button className={styles.instead} variant="light" onClick={inviteInstead}>
            {texts.inviteTakenEmail(takenEmail.trim())}
          </Button>
        )}
        <div className={styles.pair}>
          <PasswordField label={texts.password} {...password('password')} />
          <PasswordField label={texts.confirm} {...password('passwordConfirm')} />
        </div>
        <p className="kr-second kr-muted">{texts.withoutPasswordPersonReceivesEmail}</p>
        <SeatCost />
        <FormError>{form.formError}</FormError>
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            {texts.save}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
