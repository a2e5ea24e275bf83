import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { isoTime, success, text } from '../catalogue/wire.ts'
import { me, newPassword } from '../user/user.calls.ts'
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
})
export type InvitedUser = z.infer<typeof invitedUser>

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
    summary: 'Invite a person by mail; the warning tells that no mail left and carries the address to pass on',
    allow: may('company.manageUsers', 'company'),
    body: z.strictObject({
      firstName,
      lastName,
      email,
      role: newcomerRole,
      /** False: no mail, only the address. */
      sendEmail: z.boolean().optional(),
      /** Ignored: the session tells who invites. */
      user: z.unknown().optional(),
    }),
    gives: z.object({ success: z.literal(true), warning: z.string().optional(), address: z.string().optional() }),
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
      firstName: text(80).optional(),
      lastName: text(80).optional(),
      password: newPassword,
      /** Of the two-factor sign-in, where the existing account has it on. */
      code: z.string().trim().max(20).optional(),
    }),
    gives: z.object({ token: z.string(), user: me }),
    errors: ['invitation_ended', 'wrong_credentials', 'two_factor_needed', 'wrong_code'],
    rateLimit: { max: 10, windowMs: minute },
  }),
}
