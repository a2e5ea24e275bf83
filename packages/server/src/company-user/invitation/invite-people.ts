/**
 * Invites several people in one transaction, in which each address is either written completely, with its email and its
 * entry in the audit log, or not at all. The emails are sent by their job: waiting for a hundred of them would take too
 * long, so a refused mailbox shows later, in the list of invitations.
 */
import { email as emailField } from '@knowreel/shared/company/invitee-fields.ts'
import type { InvitationResult } from '@knowreel/shared/company/invitation.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ErrorCode } from '@knowreel/shared/error/error-codes.ts'
import { randomUUID } from 'node:crypto'
import { findAuditSubject, insertAuditEntry } from '../../audit/index.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { getAccount, hashSessionToken, newSessionToken } from '../../user/index.ts'
import { invitationMail } from '../company-user.mails.ts'
import type { ManagerActor } from '../managed-member.ts'
import type { InvitedRole } from './invitation.queries.ts'
import { requireConfirmedSender } from './invitation-limits.ts'
import { lockForInviter, storeInvitation, type InvitingDependencies } from './invite-person.ts'

type PeopleForm = {
  readonly emails: readonly string[]
  readonly role: InvitedRole
  /** False: no emails, only the links. */
  readonly sendEmail?: boolean | undefined
}
type Origin = { readonly address: string; readonly userAgent: string | null }
type InvitationOutcome = { readonly warning?: string; readonly results: InvitationResult[] }

const outcomes: Partial<Record<ErrorCode, Exclude<InvitationResult['outcome'], 'invited' | 'invalid'>>> = {
  already_member: 'already_member',
  already_invited: 'already_invited',
  too_many_requests: 'limit_reached',
}

export async function invitePeople(
  dependencies: InvitingDependencies,
  actor: ManagerActor,
  { emails, role, sendEmail = true }: PeopleForm,
  { address: requester, userAgent }: Origin,
): Promise<InvitationOutcome> {
  const { db, isMailConfigured, delivery } = dependencies
  const inviter = await getAccount(db, actor.userId)
  requireConfirmedSender(inviter, isMailConfigured)
  const isLinkShown = !sendEmail || !isMailConfigured
  const results = await runTransaction(db, async (trx) => {
    const company = await lockForInviter(trx, actor, role)
    const subject = await findAuditSubject(trx, 'company', company.id, company.id)

    const inviteOne = async (email: string): Promise<InvitationResult> => {
      const token = newSessionToken()
      const mailId = randomUUID()
      const url = `${dependencies.publicAddress()}/signup/${token}`
      const names = await storeInvitation(trx, company, {
        form: { email, role },
        inviter,
        tokenHash: hashSessionToken(token),
        provesEmail: !isLinkShown,
        mailId: sendEmail ? mailId : null,
      })
      if (sendEmail) {
        const mail = invitationMail({ to: { ...names, email }, from: inviter, companyTitle: company.title, url })
        await enqueueMail(trx, delivery.jobs, { id: mailId, ...mail })
      }
      await insertAuditEntry(trx, {
        action: 'user_invited',
        companyId: company.id,
        userId: actor.userId,
        sessionId: actor.sessionId,
        subject,
        details: { email, role },
        address: requester,
        userAgent,
      })
      return { email, outcome: 'invited', ...(isLinkShown && { address: url }) }
    }
    return inviteEach(emails, inviteOne)
  })
  const hasLinks = results.some(({ address }) => address !== undefined)
  if (!hasLinks || !sendEmail) return { results }
  return { warning: 'Email isn’t set up. Copy the invitation links and share them.', results }
}

/** Each address once, in the given order. */
async function inviteEach(
  emails: readonly string[],
  inviteOne: (email: string) => Promise<InvitationResult>,
): Promise<InvitationResult[]> {
  const byKey = new Map(emails.map((email) => [email.trim().toLowerCase(), email.trim()]))
  const results: InvitationResult[] = []
  for (const email of byKey.values()) {
    const { error } = emailField.safeParse(email)
    if (error) results.push({ email, outcome: 'invalid', message: error.issues[0]?.message ?? '' })
    else results.push(await inviteOne(email).catch((failure: unknown) => toResult(email, failure)))
  }
  return results
}

/** What concerns only this address; everything else fails the request. */
function toResult(email: string, failure: unknown): InvitationResult {
  const outcome = failure instanceof AppError ? outcomes[failure.code] : undefined
  if (!(failure instanceof AppError) || outcome === undefined) throw failure
  return { email, outcome, message: failure.fields[0]?.message ?? failure.message }
}
