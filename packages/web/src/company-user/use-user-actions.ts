import { companyRoleLabels } from '@knowreel/shared/company/company-role-labels.ts'
import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import type { InvitedUser } from '@knowreel/shared/company/invitation.calls.ts'
import { copyText } from '../ui/copy-text.ts'
import { confirmAction } from '../ui/dialog/dialogs.ts'
import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import { useMe } from '../user/index.ts'
import { useInvite, useRemoveUser, useSetRole, useSetStatus, useWithdraw } from './company-user.queries.ts'
import { showInvited } from './show-invited.ts'
import * as texts from './texts.ts'

/** The query client reports refusals; this handles only success. */
const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)

export function useUserActions() {
  const company = useMe()?.user.company?.title ?? texts.theCompany
  const { mutateAsync: setRole } = useSetRole()
  const { mutateAsync: setStatus } = useSetStatus()
  const { mutateAsync: removeUser } = useRemoveUser()

  return {
    setRole: (user: CompanyUser, role: CompanyRole) =>
      quietly(
        (async () => {
          if (role === user.role || (role === 'owner' && !(await confirmAction(handOverQuestion(user, company)))))
            return
          await setRole({ user, role })
          showSuccess(texts.userNameIsNowCompanyRoleLabels(user.name, companyRoleLabels[role]))
        })(),
      ),
    activate: (user: CompanyUser) =>
      quietly(setStatus({ user, status: 'active' }).then(() => showSuccess(texts.theUserIsActivatedSuccessfully))),
    deactivate: (user: CompanyUser) =>
      quietly(
        (async () => {
          if (!(await confirmAction(deactivateQuestion(user, company)))) return
          await setStatus({ user, status: 'deactivated' })
          showSuccess(texts.theUserIsDeactivatedSuccessfully)
        })(),
      ),
    remove: (user: CompanyUser) =>
      quietly(
        (async () => {
          if (!(await confirmAction(removeQuestion(user, company)))) return
          await removeUser(user)
          showSuccess(texts.accountSuccessfullyDeleted)
        })(),
      ),
    copyEmail: (email: string) =>
      quietly(
        copyText(email).then((isCopied) =>
          isCopied ? showSuccess(texts.emailCopied) : showWarning(texts.cannotCopyTheEmail),
        ),
      ),
  }
}

export function useInvitationActions() {
  const { mutateAsync: invite } = useInvite()
  const { mutateAsync: withdraw } = useWithdraw()
  const again = async ({ email, role }: InvitedUser, sendEmail: boolean) => {
    if (role === 'owner') return
    showInvited(await invite({ email, role, sendEmail }), email)
  }
  return {
    resend: (item: InvitedUser) => quietly(again(item, true)),
    newAddress: (item: InvitedUser) => quietly(again(item, false)),
    withdraw: (item: InvitedUser) =>
      quietly(
        (async () => {
          if (!(await confirmAction(withdrawQuestion(item)))) return
          await withdraw(item)
          showSuccess(texts.theInvitationIsWithdrawn)
        })(),
      ),
  }
}

const handOverQuestion = ({ name }: CompanyUser, company: string) => ({
  title: texts.makeNameTheOwnerOf(name, company),
  body: texts.aCompanyHasOneOwner(name, company),
  confirmLabel: texts.transferOwnership,
  isDangerous: true,
})

const deactivateQuestion = ({ name }: CompanyUser, company: string) => ({
  title: texts.deactivateName(name),
  body: texts.nameIsSignedOutOf(name, company),
  confirmLabel: texts.deactivate,
  isDangerous: true,
})

const removeQuestion = ({ name }: CompanyUser, company: string) => ({
  title: texts.removeNameFromCompany(name, company),
  body: texts.nameIsSignedOutAnd(name, company),
  confirmLabel: texts.remove,
  isDangerous: true,
})

const withdrawQuestion = ({ email }: InvitedUser) => ({
  title: texts.withdrawTheInvitationForEmail(email),
  body: texts.theLinkInEmailStops,
  confirmLabel: texts.withdraw,
  isDangerous: true,
})
