import { Button, Modal } from '@mantine/core'
import { invitationLifetimeDays } from '@knowreel/shared/company/company-user.rules.ts'
import { SeatCost } from '../billing/index.ts'
import { FormError } from '../ui/form/form-error.tsx'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import { useValidatedForm } from '../ui/form/use-validated-form.ts'
import { useInviteUser } from './company-user.queries.ts'
import { emptyNewcomer, NewcomerFields } from './newcomer-fields.tsx'
import type { NewcomerOptions } from './dialog-options.ts'
import { showInvitationResult } from './show-invitation-result.ts'
import * as texts from './texts.ts'
import styles from './newcomer-form.module.css'

/** Names are optional for a repeated invitation; here they are required. */
const loadSchema = () =>
  import('@knowreel/shared/company/invitation.calls.ts').then(({ invitationCalls }) =>
    invitationCalls.invite.body.required({ firstName: true, lastName: true }),
  )

export function InviteUserDialog({ roles, initial = emptyNewcomer, opened, onClose }: NewcomerOptions & DialogProps) {
  const { mutateAsync } = useInviteUser({ isErrorShown: true })
  const form = useValidatedForm({
    initial,
    loadSchema,
    submit: async (values) => {
      const answer = await mutateAsync({ ...values, email: values.email.trim(), sendEmail: true })
      onClose()
      showInvitationResult(answer, values.email.trim())
    },
  })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.inviteAUser}
      size={480}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <NewcomerFields form={form} roles={roles} />
        <SeatCost />
        <FormError>{form.formError}</FormError>
        <DialogFooter note={texts.theInvitationIsValidFor(invitationLifetimeDays)}>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            {texts.save}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
