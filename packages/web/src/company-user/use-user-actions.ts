import { companyRoleLabels } from '@knowreel/shared/company/company-role-labels.ts'
import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import type { InvitedUser } from '@knowreel/shared/company/invitation.calls.ts'
import { copyText } from '../ui/copy-text.ts'
import { confirmAction } from '../ui/dialog/dialogs.ts'
import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import { useMe } from '../user/index.ts'
import { useInvite, useRemoveUser, useSetRole, useSetStatus, useWithdraw } from './company-user.queries.ts'
import { tellInvited } from './tell-invited.ts'

/** The query client reports refusals; this handles only success. */
const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)

export function useUserActions() {
  const company = useMe()?.user.company?.title ?? 'the company'
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
          showSuccess(`${user.name} is now ${companyRoleLabels[role]}`)
        })(),
      ),
    activate: (user: CompanyUser) =>
      quietly(setStatus({ user, status: 'active' }).then(() => showSuccess('The user is activated successfully'))),
    deactivate: (user: CompanyUser) =>
      quietly(
        (async () => {
          if (!(await confirmAction(deactivateQuestion(user, company)))) return
          await setStatus({ user, status: 'deactivated' })
          showSuccess('The user is deactivated successfully')
        })(),
      ),
    remove: (user: CompanyUser) =>
      quietly(
        (async () => {
          if (!(await confirmAction(removeQuestion(user, company)))) return
          await removeUser(user)
          showSuccess('Account successfully deleted')
        })(),
      ),
    copyEmail: (email: string) =>
      quietly(
        copyText(email).then((isCopied) =>
          isCopied ? showSuccess('Email copied') : showWarning('Cannot copy the email'),
        ),
      ),
  }
}

export function useInvitationActions() {
  const { mutateAsync: invite } = useInvite()
  const { mutateAsync: withdraw } = useWithdraw()
  const again = async ({ email, role }: InvitedUser, sendEmail: boolean) => {
    if (role === 'owner') return
    tellInvited(await invite({ email, role, sendEmail }), email)
  }
  return {
    resend: (item: InvitedUser) => quietly(again(item, true)),
    newAddress: (item: InvitedUser) => quietly(again(item, false)),
    withdraw: (item: InvitedUser) =>
      quietly(
        (async () => {
          if (!(await confirmAction(withdrawQuestion(item)))) return
          await withdraw(item)
          showSuccess('The invitation is withdrawn')
        })(),
      ),
  }
}

const handOverQuestion = ({ name }: CompanyUser, company: string) => ({
  title: `Make ${name} the owner of ${company}?`,
  body: `A company has one owner. You become an administrator, and only ${name} can transfer ${company} back to you.`,
  confirmLabel: 'Transfer ownership',
  isDangerous: true,
})

const deactivateQuestion = ({ name }: CompanyUser, company: string) => ({
  title: `Deactivate ${name}?`,
  body: `${name} is signed out of ${company} everywhere and cannot return until someone activates them again. Their content stays.`,
  confirmLabel: 'Deactivate',
  isDangerous: true,
})

const removeQuestion = ({ name }: CompanyUser, company: string) => ({
  title: `Remove ${name} from ${company}?`,
  body: `${name} is signed out and loses all roles and group memberships. Their articles keep their name, their workspaces pass to the owner of ${company}, and their personal workspace is deleted after 30 days. This cannot be undone.`,
  confirmLabel: 'Remove',
  isDangerous: true,
})

const withdrawQuestion = ({ email }: InvitedUser) => ({
  title: `Withdraw the invitation for ${email}?`,
  body: 'The link in the email stops working, and this person’s reserved group memberships and workspace roles are removed.',
  confirmLabel: 'Withdraw',
  isDangerous: true,
})
