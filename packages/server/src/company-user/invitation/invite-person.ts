/**
 * An invitation is one row per company and address. Inviting again replaces it: new token, new email, 14 more days; the
 * former URL stops working. Only a hash of the token is stored, so the URL can be shown only once, when it is created:
 * in the email, or to the inviter if email is not set up.
 */
import { invitationLifetimeDays, invitableRoles, mayManageUsers } from '@knowreel/shared/company/company-user.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { randomUUID } from 'node:crypto'
import { findAuditSubject, insertAuditEntry } from '../../audit/index.ts'
import type { Trx } from '../../platform/database/db.ts'
import { withJoinedWrite } from '../../platform/database/joined-write.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { deliverMail } from '../../platform/mail/index.ts'
import { getAccount, hashSessionToken, newSessionToken, type Account } from '../../user/index.ts'
import { invitationMail } from '../company-user.mails.ts'
import type { CompanyUserDependencies } from '../company-user.dependencies.ts'
import { markEmailUnproven, saveInvitation, type InvitedRole } from './invitation.queries.ts'
import { lockForManager, type LockedCompany, type ManagerActor, requireCompany } from '../managed-member.ts'
import { countInvitation, requireConfirmedSender } from './invitation-limits.ts'
import { findReplacedInvitation } from './withdraw-invitation.ts'
import { requireNotMember } from './require-not-member.ts'
import { roleInCompany, type Actor } from '../../access/index.ts'

const dayMs = 86_400_000

export type InvitationForm = {
  /** If omitted: the names of the existing invitation, otherwise derived from the email address. */
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email: string
  readonly role: InvitedRole
  /** False: no email, only the link. */
  readonly sendEmail?: boolean | undefined
}

export type InvitationSent = { readonly warning?: string; readonly address?: string }

export type InvitingDependencies = Pick<
  CompanyUserDependencies,
  'db' | 'delivery' | 'isMailConfigured' | 'publicAddress'
>

export async function invitePerson(
  dependencies: InvitingDependencies,
  actor: ManagerActor,
  form: InvitationForm,
): Promise<InvitationSent> {
  const { db, isMailConfigured } = dependencies
  const inviter = await getAccount(db, actor.userId)
  requireConfirmedSender(inviter, isMailConfigured)
  const isMailed = form.sendEmail !== false
  const token = newSessionToken()
  const tokenHash = hashSessionToken(token)
  const mailId = randomUUID()
  const { company, names } = await runTransaction(db, async (trx) => {
    const locked = await lockForInviter(trx, actor, form.role)
    const provesEmail = isMailed && isMailConfigured
    const input = { form, inviter, tokenHash, provesEmail, mailId: isMailed ? mailId : null }
    return { company: locked, names: await storeInvitation(trx, locked, input) }
  })
  const address = `${dependencies.publicAddress()}/signup/${token}`
  if (!isMailed) return { address }
  const mail = invitationMail({
    to: { ...names, email: form.email },
    from: inviter,
    companyTitle: company.title,
    url: address,
  })
  const isSent = await deliverMail({ db, ...dependencies.delivery }, { id: mailId, ...mail })
  if (isSent && isMailConfigured) return {}
  await markEmailUnproven(db, tokenHash)
  return {
    warning: isMailConfigured
      ? 'The invitation email could not be sent. Copy the invitation link and share it.'
      : 'Email isn’t set up. Copy the invitation link and share it.',
    address,
  }
}

type FullName = { firstName: string; lastName: string }
type InvitationInput = {
  form: InvitationForm
  inviter: Account
  tokenHash: Buffer
  provesEmail: boolean
  mailId: string | null
}

export async function lockForInviter(trx: Trx, actor: ManagerActor, role: InvitedRole): Promise<LockedCompany> {
  const company = await lockForManager(trx, actor)
  if (!invitableRoles(company.role).includes(role)) throw new AppError('role_not_allowed')
  return company
}

/** Refuses before it writes anything. */
export async function storeInvitation(
  trx: Trx,
  company: LockedCompany,
  { form, inviter, tokenHash, provesEmail, mailId }: InvitationInput,
): Promise<FullName> {
  await requireNotMember(trx, company.id, form.email)
  const former = await findReplacedInvitation(trx, company, form.email)
  await countInvitation(trx, company.id)
  const guess = former ?? guessNames(form.email)
  const names = { firstName: form.firstName ?? guess.firstName, lastName: form.lastName ?? guess.lastName }
  await saveInvitation(trx, {
    id: newId(),
    companyId: company.id,
    email: form.email,
    ...names,
    role: form.role,
    tokenHash,
    invitedBy: inviter.id,
    provesEmail,
    mailId,
    expiresAt: new Date(Date.now() + invitationLifetimeDays * dayMs),
  })
  return names
}

/**
 * Invites a person by email address alone, with the role user; null if the actor may not invite. The invitation has its
 * own entry in the audit log, beside that of the call.
 */
export const createInviteByEmail =
  (dependencies: CompanyUserDependencies) =>
  async (actor: Actor, email: string): Promise<InvitationSent | null> => {
    requireCompany(actor)
    // An invitation would outlive the key.
    if (actor.key !== undefined || !mayManageUsers(roleInCompany(actor))) return null
    const { db } = dependencies
    const { userId, sessionId, company } = actor
    const form = { email, role: 'user' } as const
    const entry = {
      action: 'user_invited',
      companyId: company.id,
      userId,
      sessionId,
      subject: await findAuditSubject(db, 'company', company.id, company.id),
      details: form,
    } as const
    return withJoinedWrite(
      db,
      (joined) => insertAuditEntry(joined, entry),
      () => invitePerson(dependencies, actor, form),
    )
  }

/** A guess that the person corrects when they join: `jonas.lindqvist@…` is Jonas Lindqvist. */
export function guessNames(email: string): { firstName: string; lastName: string } {
  const [local = ''] = email.split('@')
  const [firstName = '', ...rest] = local
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return { firstName: firstName.slice(0, 80), lastName: rest.join(' ').slice(0, 80) }
}
