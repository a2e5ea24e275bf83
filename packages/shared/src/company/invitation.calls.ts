import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { isoTime, success } from '../catalogue/wire.ts'
import { secondFactorCode } from '../user/session.calls.ts'
import { me, newPassword } from '../user/user.calls.ts'
import { passwordLimits } from '../user/user.rules.ts'
import { companyRole, marketingUrl } from './company.calls.ts'
import { email, firstName, lastName, inviteeRole, maxInvitees } from './invitee-fields.ts'

/** An invited person who has not joined yet. */
export const invitedUser = z.object({
  _id: z.string(),
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: companyRole,
  accepted: z.boolean(),
  isExpired: z.boolean(),
  /** The mail server permanently refused its email, for example because the mailbox does not exist. */
  isMailRefused: z.boolean(),
  createdAt: isoTime,
  /** The caller's permitted actions on this invitation. */
  abilities: z.object({ renew: z.boolean(), withdraw: z.boolean() }),
})
export type InvitedUser = z.infer<typeof invitedUser>

/** What happened to one of several addresses. `message` explains every outcome except `invited`. */
const invitationResult = z.object({
  email: z.string(),
  outcome: z.enum(['invited', 'already_member', 'already_invited', 'invalid', 'limit_reached']),
  message: z.string().optional(),
  /** As in the response for one address. */
  address: z.string().optional(),
})
export type InvitationResult = z.infer<typeof invitationResult>

/** Fields of the page for people without an account, and for those with one. */
export const newAccountForm = z.strictObject({ firstName, lastName, password: newPassword })
export const existingAccountForm = z.strictObject({
  password: z.string().min(1, 'Please enter your password').max(passwordLimits.maximum),
  code: z.string().trim().max(20),
})

const minute = 60_000
const hour = 60 * minute

export const invitationCalls = {
  list: call({
    method: 'GET',
    path: '/company/users/invited',
    summary: 'List pending invitations to the current company',
    allow: may('company.viewInvitations', 'company'),
    key: companyWide('admin'),
    allowsUnpaid: true,
    response: z.object({ items: z.array(invitedUser), isTruncated: z.boolean().optional() }),
  }),
  invite: call({
    method: 'POST',
    path: '/company/invite',
    summary:
      'Invite a person by `email`, or several by `emails`, each with its own result. Inviting again creates a new link. `warning` is set if no email was sent.',
    allow: may('company.manageUsers', 'company'),
    body: z
      .strictObject({
        /** If omitted, taken from an existing invitation, otherwise derived from the address. Not for several people. */
        firstName: firstName.optional(),
        lastName: lastName.optional(),
        email: email.optional(),
        /** An address that cannot be invited does not prevent the others. */
        emails: z
          .array(z.string().max(2000), { error: 'Please enter a valid email' })
          .min(1, 'Please enter a valid email')
          .max(maxInvitees, `At most ${maxInvitees} people can be invited at a time`)
          .optional(),
        role: inviteeRole,
        /** False: no email, only the link. */
        sendEmail: z.boolean().optional(),
        /** Ignored: the session determines the inviter. */
        user: z.unknown().optional(),
      })
      .refine((form) => form.email !== undefined || form.emails !== undefined, {
        path: ['email'],
        message: 'Please enter a valid email',
      })
      .refine((form) => form.emails === undefined || (form.email ?? form.firstName ?? form.lastName) === undefined, {
        path: ['emails'],
        message: 'Several people are invited by their addresses alone',
      }),
    /** `address` is present only if no email carries the link; it is shown once. `results` has the order of `emails`. */
    response: success.extend({
      warning: z.string().optional(),
      address: z.string().optional(),
      results: z.array(invitationResult).optional(),
    }),
    errors: ['already_member', 'already_invited', 'role_not_allowed', 'email_not_confirmed', 'too_many_requests'],
    rateLimit: { max: 300, windowMs: hour },
    refusesOperators: true,
    // Each of several people gets an entry from the handler.
    audit: {
      action: 'user_invited',
      subject: { kind: 'company', at: 'company' },
      details: ['email', 'role'],
      ifHas: 'email',
    },
  }),
  withdraw: call({
    method: 'DELETE',
    path: '/company/invite/{id}',
    summary: 'Withdraw an invitation',
    allow: may('invitation.withdraw', 'params.id'),
    key: companyWide('admin'),
    response: success,
    audit: { action: 'invitation_withdrawn', subject: { kind: 'invitation', at: 'params.id' } },
  }),
  get: call({
    method: 'GET',
    path: '/invited/{token}',
    summary: 'Whom an invitation is for and to which company it leads',
    allow: 'guest',
    response: z.object({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      company: z.object({ id: z.string(), title: z.string(), logo: z.string().nullable() }),
      /** An account with this address exists: its password is required, and nothing of it is overwritten. */
      isRegistered: z.boolean(),
      marketingUrl,
      /** The session belongs to that account: it joins without a password. */
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
      /** For a new account; defaults to the invitation's. */
      firstName: firstName.optional(),
      lastName: lastName.optional(),
      /** Password of the new or existing account. */
      password: z.string({ error: 'Please enter a password' }).max(passwordLimits.maximum).default(''),
      /** Second factor, if the existing account uses one. */
      code: secondFactorCode.optional(),
    }),
    response: z.object({ token: z.string(), user: me }),
    errors: [
      'invitation_ended',
      'email_taken',
      'not_signed_in',
      'wrong_credentials',
      'two_factor_needed',
      'wrong_code',
    ],
    rateLimit: { max: 10, windowMs: minute },
  }),
}
