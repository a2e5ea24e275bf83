import { useEffect, useState } from 'react'
import { Button, Modal } from '@mantine/core'
import { invitationLifetimeDays } from '@knowreel/shared/company/company-user.rules.ts'
import type { InvitationResult } from '@knowreel/shared/company/invitation.calls.ts'
import { SeatCost } from '../../billing/index.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { useValidatedForm, type FormSchema } from '../../ui/form/use-validated-form.ts'
import { showSuccess, showWarning } from '../../ui/toast/toast.ts'
import { useInviteUser, useNewcomerRoles, type NewInvitation } from '../company-user.queries.ts'
import type { NewcomerOptions } from '../dialog-options.ts'
import { emptyNewcomer, NameFields, type NewcomerValues } from '../newcomer-fields.tsx'
import { RoleChoice } from '../role-choice.tsx'
import * as texts from '../texts.ts'
import { AddressField } from './address-field.tsx'
import { addAddresses, splitAddresses } from './addresses.ts'
import { InvitationResults } from './invitation-results.tsx'
import { showInvitationResult } from './show-invitation-result.ts'
import styles from '../newcomer-form.module.css'

/** `email` is the text of the field; `emails` are its chips. */
type InviteValues = NewcomerValues & { emails: readonly string[] }

const addressesOf = ({ email, emails }: InviteValues): string[] => addAddresses(emails, splitAddresses(email))

/** One person can have names; several are invited by their addresses alone. */
function toInvitation(values: InviteValues): NewInvitation {
  const { firstName, lastName, role } = values
  const emails = addressesOf(values)
  if (emails.length > 1) return { emails, role, sendEmail: true }
  const names = {
    ...(firstName.trim() !== '' && { firstName }),
    ...(lastName.trim() !== '' && { lastName }),
  }
  return { ...names, email: emails[0] ?? '', role, sendEmail: true }
}

const loadSchemas = async () => {
  const [{ invitationCalls }, { email }] = await Promise.all([
    import('@knowreel/shared/company/invitation.calls.ts'),
    import('@knowreel/shared/company/invitee-fields.ts'),
  ])
  return { body: invitationCalls.invite.body, email }
}

const loadSchema = async (): Promise<FormSchema> => {
  const { body, email } = await loadSchemas()
  return {
    safeParse: (input) => {
      const values = input as InviteValues
      const addresses = addressesOf(values)
      if (addresses.length > 1 && addresses.some((address) => !email.safeParse(address).success))
        return { success: false, error: { issues: [{ path: ['email'], message: texts.correctMarkedAddresses }] } }
      const checked = body.safeParse(toInvitation(values))
      if (checked.success) return checked
      const issues = checked.error.issues.map(({ path, message }) => ({
        path: path[0] === 'emails' ? ['email'] : path,
        message,
      }))
      return { success: false, error: { issues } }
    },
  }
}

/** Nothing is invalid until the rules are loaded. */
function useIsInvalid(): (address: string) => boolean {
  const [schema, setSchema] = useState<FormSchema | null>(null)
  useEffect(() => {
    void loadSchemas().then(
      ({ email }) => setSchema(email),
      () => undefined,
    )
  }, [])
  return (address) => schema?.safeParse(address).success === false
}

/** Invites one person, or as many as are pasted. */
export function InviteUserDialog({ initial = emptyNewcomer, opened, onClose }: NewcomerOptions & DialogProps) {
  const roles = useNewcomerRoles()
  const { mutateAsync } = useInviteUser({ isErrorShown: true })
  const [results, setResults] = useState<readonly InvitationResult[] | null>(null)
  const isInvalid = useIsInvalid()
  const form = useValidatedForm<InviteValues>({
    initial: { ...initial, emails: [] },
    loadSchema,
    submit: async (values) => {
      const answer = await mutateAsync(toInvitation(values))
      if (answer.results === undefined) {
        onClose()
        showInvitationResult(answer, addressesOf(values)[0] ?? '')
        return
      }
      if (answer.warning !== undefined) showWarning(answer.warning)
      const isDone = answer.results.every(({ outcome, address }) => outcome === 'invited' && address === undefined)
      if (!isDone) return setResults(answer.results)
      onClose()
      showSuccess(texts.usersHaveBeenInvited(answer.results.length))
    },
  })
  const changeOthers = () => {
    const others = (results ?? []).filter(({ outcome }) => outcome !== 'invited').map(({ email }) => email)
    form.setValue('email', '')
    form.setValue('emails', others)
    setResults(null)
  }
  const { emails, email, role } = form.values
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.inviteAUser}
      size={480}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {results ? (
        <InvitationResults results={results} onBack={changeOthers} onClose={onClose} />
      ) : (
        <form className={styles.form} onSubmit={form.onSubmit} noValidate>
          <AddressField
            value={{ chips: emails, text: email }}
            onChange={({ chips, text }) => {
              form.setValue('emails', chips)
              form.setValue('email', text)
            }}
            isInvalid={isInvalid}
            error={form.errors.email ?? form.errors.emails}
          />
          {addressesOf(form.values).length < 2 && (
            <>
              <NameFields form={form} />
              <p className="kr-second kr-muted">{texts.namesAreOptional}</p>
            </>
          )}
          <RoleChoice roles={roles} value={role} onChange={(next) => form.setValue('role', next)} />
          <SeatCost />
          <FormError>{form.formError}</FormError>
          <DialogFooter note={texts.theInvitationIsValidFor(invitationLifetimeDays)}>
            <Button onClick={onClose}>{texts.cancel}</Button>
            <Button type="submit" variant="filled" loading={form.isBusy}>
              {texts.save}
            </Button>
          </DialogFooter>
        </form>
      )}
    </Modal>
  )
}
