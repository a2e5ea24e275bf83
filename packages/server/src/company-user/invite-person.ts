/**
 * An invitation is one row a company and address. Inviting again makes a new one in its place: new token, new mail, 14
 * days more; the former address works no more. Only a hash of the token is kept, so an address can be told once, when it
 * is made: to the mailbox, or, when no mail leaves, to who invites.
 */
import { invitationDays, newcomerRoles } from '@knowreel/shared/company/company-user.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { deliverMail } from '../platform/mail/index.ts'
import { namesFrom } from './names-from.ts'
import { getAccount, hashSessionToken, newSessionToken, type Account } from '../user/index.ts'
import { invitationMail } from './company-user.mails.ts'
import type { CompanyUserParts } from './company-user.parts.ts'
import { markToldElsewhere, saveInvitation, type InvitedRole } from './invitation.queries.ts'
import { lockForManager, type LockedCompany, type ManagerActor } from './managed-member.ts'
import { countNewcomer, requireConfirmedSender } from './newcomer-limits.ts'
import { findReplacedInvitation } from './replaced-invitation.ts'
import { requireNoMember } from './require-no-member.ts'

const dayMs = 86_400_000

export type InvitationForm = {
  /** Left out: those of the invitation there is, else read from the address. */
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email: string
  readonly role: InvitedRole
  /** False: no mail, only the address. */
  readonly sendEmail?: boolean | undefined
}

export type InvitationSent = { readonly warning?: string; readonly address?: string }

type Parts = Pick<CompanyUserParts, 'db' | 'delivery' | 'isMailConfigured' | 'publicAddress'>

export async function invitePerson(parts: Parts, actor: ManagerActor, form: InvitationForm): Promise<InvitationSent> {
  const { db, isMailConfigured } = parts
  const inviter = await getAccount(db, actor.userId)
  requireConfirmedSender(inviter, isMailConfigured)
  const isMailed = form.sendEmail !== false
  const token = newSessionToken()
  const tokenHash = hashSessionToken(token)
  const { company, names } = await runTransaction(db, (trx) =>
    keepInvitation(trx, actor, { form, inviter, tokenHash, provesEmail: isMailed && isMailConfigured }),
  )
  const address = `${parts.publicAddress()}/signup/${token}`
  if (!isMailed) return { address }
  const mail = invitationMail({
    to: { ...names, email: form.email },
    from: inviter,
    companyTitle: company.title,
    url: address,
  })
  const isSent = await deliverMail({ db, ...parts.delivery }, mail)
  if (isSent && isMailConfigured) return {}
  await markToldElsewhere(db, tokenHash)
  return {
    warning: isMailConfigured
      ? 'The invitation mail could not be sent. Copy the address of the invitation and pass it on.'
      : 'No mail leaves this installation. Copy the address of the invitation and pass it on.',
    address,
  }
}

type Names = { firstName: string; lastName: string }
type Kept = { form: InvitationForm; inviter: Account; tokenHash: Buffer; provesEmail: boolean }

async function keepInvitation(
  trx: Trx,
  actor: ManagerActor,
  { form, inviter, tokenHash, provesEmail }: Kept,
): Promise<{ company: LockedCompany; names: Names }> {
  const company = await lockForManager(trx, actor)
  if (!newcomerRoles(company.role).includes(form.role)) throw new AppError('role_not_allowed')
  await requireNoMember(trx, company.id, form.email)
  const former = await findReplacedInvitation(trx, company, form.email)
  await countNewcomer(trx, company.id)
  const guess = former ?? namesFrom(form.email)
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
    expiresAt: new Date(Date.now() + invitationDays * dayMs),
  })
  return { company, names }
}
