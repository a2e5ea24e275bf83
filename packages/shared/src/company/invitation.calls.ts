import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { isoTime, success } from '../catalogue/wire.ts'
import { secondFactorCode } from '../user/session.calls.ts'
import { me, newPassword } from '../user/user.calls.ts'
import { passwordLimits } from '../user/user.rules.ts'
import { companyRole } from './company.calls.ts'
import { email, firstName, lastName, newcomerRole } from './newcomer.ts'

/** Somebody invited who has not joined yet. */
export const invitedUser = z.object({
  _id: z.string(),
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: companyRole,
  accepted: z.boolean(),
  isExpired: z.boolean(),
  createdAt: isoTime,
  /** What the caller may do with this invitation. */
  abilities: z.object({ renew: z.boolean(), withdraw: z.boolean() }),
})
export type InvitedUser = z.infer<typeof invitedUser>

/** What the page asks of somebody who has no account yet, and of somebody who has one. */
export const newcomerForm = z.strictObject({ firstName, lastName, password: newPassword })
export const accountForm = z.strictObject({
  password: z.string().min(1, 'Please enter your password').max(passwordLimits.maximum),
  code: z.string().trim().max(20),
})

const minute = 60_000
const hour = 60 * minute

export const invitationCalls = {
  list: call({
    method: 'GET',
    path: '/company/users/invited',
    summary: 'Who was invited to the current company and has not joined yet',
    allow: may('company.manageUsers', 'company'),
    isOpenUnpaid: true,
    gives: z.object({ items: z.array(invitedUser), isTruncated: z.boolean().optional() }),
  }),
  invite: call({
    method: 'POST',
    path: '/company/invite',
    summary: 'Invite a person by mail, or again with a new address; the warning tells that no mail left',
    allow: may('company.manageUsers', 'company'),
    body: z.strictObject({
      /** Left out: those of the invitation there is, else read from the address. The dialog asks for both. */
      firstName: firstName.optional(),
      lastName: lastName.optional(),
      email,
      role: newcomerRole,
      /** False: no mail, only the address. */
      sendEmail: z.boolean().optional(),
      /** Ignored: the session tells who invites. */
      user: z.unknown().optional(),
    }),
    /** `address` only where no mail carries it: it is told once. */
    gives: success.extend({ warning: z.string().optional(), address: z.string().optional() }),
    errors: ['already_member', 'already_invited', 'role_not_allowed', 'email_not_confirmed', 'too_many_requests'],
    rateLimit: { max: 300, windowMs: hour },
  }),
  withdraw: call({
    method: 'DELETE',
    path: '/company/invite/{id}',
    summary: 'Withdraw an invitation',
    allow: may('invitation.withdraw', 'params.id'),
    gives: success,
  }),
  get: call({
    method: 'GET',
    path: '/invited/{token}',
    summary: 'Whom an invitation is for and to which company it leads',
    allow: 'guest',
    gives: z.object({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      company: z.object({ id: z.string(), title: z.string(), logo: z.string().nullable() }),
      /** An account with this address exists: its password is asked for, and nothing of it is overwritten. */
      isRegistered: z.boolean(),
      /** The request came in a session of that account: it joins without a password. */
      isYou: z.boolean(),
    }),
    errors: ['invitation_ended'],
    rateLimit: { max: 60, windowMs: minute },
  }),
  accept: call({
    method: 'POST',
    path: '/invited/{token}',
    summary: 'Join the company of an invitation, with a new account or the one that has the address',
    allow: 'guest',
    body: z.strictObject({
      /** Of a new account; those of the invitation unless given. */
      firstName: firstName.optional(),
      lastName: lastName.optional(),
      /** The new account's, or that of the account there is. */
      password: z.string({ error: 'Please enter a password' }).max(passwordLimits.maximum).default(''),
      /** Of the two-factor sign-in, where the existing account has it on. */
      code: secondFactorCode.optional(),
    }),
    gives: z.object({ token: z.string(), user: me }),
    errors: ['invitation_ended', 'email_taken', 'wrong_credentials', 'two_factor_needed', 'wrong_code'],
    rateLimit: { max: 10, windowMs: minute },
  }),
}
