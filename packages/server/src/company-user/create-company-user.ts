import type { companyUserCalls } from '@knowreel/shared/company/company-user.calls.ts'
import { invitationLifetimeDays, invitableRoles } from '@knowreel/shared/company/company-user.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type * as z from 'zod'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { deliverMail } from '../platform/mail/index.ts'
import { getAccount, hashPassword, insertAccount, issueOneUseToken } from '../user/index.ts'
import { newAccountMail } from './company-user.mails.ts'
import type { CompanyUserDependencies } from './company-user.dependencies.ts'
import { joinCompany } from './invitation/join-company.ts'
import { lockForManager, type ManagerActor } from './managed-member.ts'
import { countInvitation, requireConfirmedSender } from './invitation/invitation-limits.ts'
import { findReplacedInvitation } from './invitation/withdraw-invitation.ts'
import { requireNotMember } from './invitation/require-not-member.ts'

type Form = z.output<(typeof companyUserCalls)['create']['body']>

const dayMs = 86_400_000

/** An existing account belongs to its person: it gets neither a password nor a membership, only an invitation. */
const accountExistsError = () =>
  new AppError('email_taken', {
    fields: [{ field: 'email', message: 'An account with this email already exists. Invite this person instead.' }],
  })

export type NewCompanyUser = { readonly userId: string; readonly warning?: string; readonly address?: string }

/** Creates account, membership and personal workspace together; without a password, an emailed link sets one. */
export async function createCompanyUser(
  dependencies: CompanyUserDependencies,
  actor: ManagerActor,
  form: Form,
): Promise<NewCompanyUser> {
  const { db, isMailConfigured } = dependencies
  const { email, firstName, lastName, role } = form
  const passwordHash = form.password ? await hashPassword(form.password) : null
  const userId = newId()
  const maker = await getAccount(db, actor.userId)
  requireConfirmedSender(maker, isMailConfigured)
  const { company, token } = await runTransaction(db, async (trx) => {
    const locked = await lockForManager(trx, actor)
    if (!invitableRoles(locked.role).includes(role)) throw new AppError('role_not_allowed')
    await requireNotMember(trx, locked.id, email)
    await findReplacedInvitation(trx, locked, email)
    await countInvitation(trx, locked.id)
    const account = { id: userId, email, firstName, lastName, passwordHash, isEmailConfirmed: false }
    if (!(await insertAccount(trx, account))) throw accountExistsError()
    await joinCompany(trx, { companyId: locked.id, userId, email, role })
    return {
      company: locked,
      token: passwordHash === null ? await issueToken(trx, userId, {}) : null,
    }
  })
  const url = `${dependencies.publicAddress()}${token === null ? '/login' : `/password-reset/${token}`}`
  const letter = { to: form, from: maker, companyTitle: company.title, url, hasPassword: token === null }
  const isSent = (await deliverMail({ db, ...dependencies.delivery }, newAccountMail(letter))) && isMailConfigured
  if (isSent || token === null) return { userId }
  // A separate token: the link shown here does not prove that the person reads the mailbox.
  const shownToken = await issueToken(db, userId, { isToldElsewhere: true })
  return {
    userId,
    warning: isMailConfigured
      ? 'The email could not be sent. Copy the password link and share it.'
      : 'Email isn’t set up. Copy the password link and share it.',
    address: `${dependencies.publicAddress()}/password-reset/${shownToken}`,
  }
}

const issueToken = (db: Db, userId: string, payload: { isToldElsewhere?: boolean }): Promise<string> =>
  issueOneUseToken(db, { purpose: 'reset-password', userId, payload, lifetimeMs: invitationLifetimeDays * dayMs })
