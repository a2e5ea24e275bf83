import { companyRoleLabels } from '@knowreel/shared/company/company-role-labels.ts'
import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import type { InvitedUser } from '@knowreel/shared/company/invitation.calls.ts'
import { copyText } from '../ui/copy-text.ts'
import { confirmAction } from '../ui/dialog/dialogs.ts'
import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import { useMe } from '../user/index.ts'
import {
  useInviteUser,
  useRemoveUser,
  useSetRole,
  useSetStatus,
  useWithdrawInvitation,
} from './company-user.queries.ts'
import { showInvitationResult } from './invite/show-invitation-result.ts'
import * as texts from './texts.ts'

/** The query client reports refusals; this handles only success. */
const ignoreRejection = (work: Promise<unknown>) => void work.catch(() => undefined)

export function useUserActions() {
  const company = useMe()?.user.company?.title ?? texts.theCompany
  const { mutateAsync: setRole } = useSetRole()
  const { mutateAsync: setStatus } = useSetStatus()
  const { mutateAsync: removeUser } = useRemoveUser()

  return {
    setRole: (user: CompanyUser, role: CompanyRole) =>
      ignoreRejection(
        (async () => {
          if (
            role === user.role ||
            (role === 'owner' && !(await confirmAction(transferOwnershipConfirmation(user, company))))
          )
            return
          await setRole({ user, role })
          showSuccess(texts.userIsNowRole(user.name, companyRoleLabels[role]))
        })(),
      ),
    activate: (user: CompanyUser) =>
      ignoreRejection(
        setStatus({ user, status: 'active' }).then(() => showSuccess(texts.theUserIsActivatedSuccessfully)),
      ),
    deactivate: (user: CompanyUser) =>
      ignoreRejection(
        (async () => {
          if (!(await confirmAction(deactivateConfirmation(user, company)))) return
          await setStatus({ user, status: 'deactivated' })
          showSuccess(texts.theUserIsDeactivatedSuccessfully)
        })(),
      ),
    remove: (user: CompanyUser) =>
      ignoreRejection(
        (async () => {
          if (!(await confirmAction(removeConfirmation(user, company)))) return
          await removeUser(user)
          showSuccess(texts.accountSuccessfullyDeleted)
        })(),
      ),
    copyEmail: (email: string) =>
      ignoreRejection(
        copyText(email).then((isCopied) =>
          isCopied ? showSuccess(texts.emailCopied) : showWarning(texts.cannotCopyTheEmail),
        ),
      ),
  }
}

export function useInvitationActions() {
  const { mutateAsync: invite } = useInviteUser()
  const { mutateAsync: withdraw } = useWithdrawInvitation()
  const again = async ({ email, role }: InvitedUser, sendEmail: boolean) => {
    if (role === 'owner') return
    showInvitationResult(await invite({ email, role, sendEmail }), email)
  }
  return {
    resend: (item: InvitedUser) => ignoreRejection(again(item, true)),
    newAddress: (item: InvitedUser) => ignoreRejection(again(item, false)),
    withdraw: (item: InvitedUser) =>
      ignoreRejection(
        (async () => {
          if (!(await confirmAction(withdrawConfirmation(item)))) return
          await withdraw(item)
          showSuccess(texts.theInvitationIsWithdrawn)
        })(),
      ),
  }
}

const transferOwnershipConfirmation = ({ name }: CompanyUser, company: string) => ({
  title: texts.makeNameTheOwnerOf(name, company),
  body: texts.aCompanyHasOneOwner(name, company),
  confirmLabel: texts.transferOwnership,
  isDangerous: true,
})

const deactivateConfirmation = ({ name }: CompanyUser, company: string) => ({
  title: texts.deactivateName(name),
  body: texts.nameIsSignedOutOf(name, company),
  confirmLabel: texts.deactivate,
  isDangerous: true,
})

const removeConfirmation = ({ name }: CompanyUser, company: string) => ({
  title: texts.removeNameFromCompany(name, company),
  body: texts.nameIsSignedOutAnd(name, company),
  confirmLabel: texts.remove,
  isDangerous: true,
})

const withdrawConfirmation = ({ email }: InvitedUser) => ({
  title: texts.withdrawTheInvitationForEmail(email),
  body: texts.theLinkInEmailStops,
  confirmLabel: texts.withdraw,
  isDangerous: true,
})
