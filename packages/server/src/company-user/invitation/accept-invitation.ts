/**
 * Accepting creates a new account, or joins with the existing account for the address. Joining then requires its
 * password, and its second factor if that is on, unless the request comes from a session of that account. Nothing of an
 * existing account is overwritten. The invitation is locked, so of two tabs one joins and the other finds it used.
 */
import type { invitationCalls } from '@knowreel/shared/company/invitation.calls.ts'
import { firstName, lastName } from '@knowreel/shared/company/invitee-fields.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { newPassword } from '@knowreel/shared/user/user.calls.ts'
import type * as z from 'zod'
import type { Actor } from '../../access/index.ts'
import { findMembership } from '../../company/index.ts'
import type { Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { createAttemptLimit } from '../../platform/http/attempt-limit.ts'
import {
  deleteSession,
  findAccountByEmail,
  hashPassword,
  hashSessionToken,
  insertAccount,
  verifyPassword,
  lockPasswordHash,
  markLoggedIn,
  startSession,
  type Account,
  type Requester,
} from '../../user/index.ts'
import type { CompanyUserDependencies } from '../company-user.dependencies.ts'
import { findOpenInvitation, lockOpenInvitation, type OpenInvitation } from './invitation.queries.ts'
import { joinCompany } from './join-company.ts'

type Form = z.output<(typeof invitationCalls)['accept']['body']>
type AcceptedInvitation = { readonly token: string; readonly userId: string }
type Dependencies = Pick<CompanyUserDependencies, 'db' | 'secondFactor'>
type Request = {
  readonly token: string
  /** The live session of the request, whoever it belongs to. */
  readonly actor: Actor | null
  readonly form: Form
  readonly requester: Requester
}

const passwordLimit = createAttemptLimit({ max: 10, windowMs: 15 * 60_000 })

export async function acceptInvitation(dependencies: Dependencies, request: Request): Promise<AcceptedInvitation> {
  const tokenHash = hashSessionToken(request.token)
  const invitation = await findOpenInvitation(dependencies.db, tokenHash)
  if (invitation === null) throw new AppError('invitation_ended')
  const account = await findAccountByEmail(dependencies.db, invitation.email)
  return account === null
    ? acceptWithoutAccount(dependencies, request, tokenHash)
    : acceptWithAccount(dependencies, request, tokenHash, account)
}

async function acceptWithoutAccount(
  { db }: Dependencies,
  { form, requester }: Request,
  tokenHash: Buffer,
): Promise<AcceptedInvitation> {
  const password = parseField('password', newPassword, form.password)
  const passwordHash = await hashPassword(password)
  return runTransaction(db, async (trx) => {
    const invitation = await lockInvitation(trx, tokenHash)
    const { email, provesEmail } = invitation
    const account = {
      id: newId(),
      email,
      firstName: parseField('firstName', firstName, form.firstName ?? invitation.firstName),
      lastName: parseField('lastName', lastName, form.lastName ?? invitation.lastName),
      passwordHash,
      isEmailConfirmed: provesEmail,
    }
    if (!(await insertAccount(trx, account))) throw new AppError('email_taken')
    return joinAndSignIn(trx, invitation, { userId: account.id, requester })
  })
}

function parseField<Output>(field: string, schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const message = result.error.issues[0]?.message ?? 'Check this field'
  throw new AppError('invalid_input', { fields: [{ field, message }] })
}

async function acceptWithAccount(
  { db, secondFactor }: Dependencies,
  { actor, form, requester }: Request,
  tokenHash: Buffer,
  account: Account,
): Promise<AcceptedInvitation> {
  const ownSession = actor?.userId === account.id ? actor.sessionId : null
  if (ownSession === null) await requirePassword(account, form.password)
  return runTransaction(db, async (trx) => {
    const invitation = await lockInvitation(trx, tokenHash)
    if (ownSession === null) {
      if ((await lockPasswordHash(trx, account.id)) !== account.passwordHash) throw wrongPasswordError()
      await secondFactor.check(trx, account.id, form.code)
      // The session ended after the request arrived, for instance by signing out everywhere.
    } else if (!(await deleteSession(trx, ownSession))) throw new AppError('not_signed_in')
    return joinAndSignIn(trx, invitation, { userId: account.id, requester })
  })
}

async function lockInvitation(trx: Trx, tokenHash: Buffer): Promise<OpenInvitation> {
  const invitation = await lockOpenInvitation(trx, tokenHash)
  if (invitation === null) throw new AppError('invitation_ended')
  return invitation
}

async function requirePassword(account: Account, password: string): Promise<void> {
  passwordLimit.require(account.id)
  if (await verifyPassword(account.passwordHash, password)) return passwordLimit.succeed(account.id)
  passwordLimit.fail(account.id)
  throw wrongPasswordError()
}

const wrongPasswordError = () =>
  new AppError('wrong_credentials', { fields: [{ field: 'password', message: 'Wrong password' }] })

async function joinAndSignIn(
  trx: Trx,
  { companyId, email, role }: OpenInvitation,
  { userId, requester }: { userId: string; requester: Requester },
): Promise<AcceptedInvitation> {
  const present = await findMembership(trx, { companyId, userId })
  // A deactivated member is reactivated by a person, not by an old email.
  if (present !== null) throw new AppError('invitation_ended')
  await joinCompany(trx, { companyId, userId, email, role })
  await markLoggedIn(trx, userId)
  return { token: await startSession(trx, { userId, companyId, ...requester }), userId }
}
