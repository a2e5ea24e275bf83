import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { isoTime, success } from '../catalogue/wire.ts'
import { newPassword, person } from '../user/user.calls.ts'
import { email, firstName, lastName, inviteeRole } from './invitee-fields.ts'
import { companyRole, companyUserStatus } from './company.calls.ts'

/** A member as colleagues see them. */
export const companyUser = person.extend({
  role: companyRole,
  status: companyUserStatus,
  /** Empty unless the caller manages people. */
  groups: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Null unless the caller manages people. */
  lastTimeLoggedIn: isoTime.nullable(),
  createdAt: isoTime,
  /** The caller's permitted actions on this person. */
  abilities: z.object({
    setStatus: z.boolean(),
    remove: z.boolean(),
    /** The roles the caller may give; empty when none. */
    roles: z.array(companyRole),
  }),
})
export type CompanyUser = z.infer<typeof companyUser>

const companyUserResponse = z.object({ user: companyUser })

export const companyUserCalls = {
  list: call({
    method: 'GET',
    path: '/company/users',
    summary: 'The people of the current company, by name',
    allow: 'member',
    key: companyWide('read'),
    allowsUnpaid: true,
    response: z.object({
      users: z.array(companyUser),
      isTruncated: z.boolean().optional(),
      /** The roles that the caller may give to a new person; empty if they may add nobody. */
      abilities: z.object({ newcomerRoles: z.array(inviteeRole) }),
    }),
  }),
  create: call({
    method: 'POST',
    path: '/company/user',
    summary: 'Create an account in the current company; without a password the person sets one by the mailed link',
    allow: may('company.manageUsers', 'company'),
    body: z
      .strictObject({
        firstName,
        lastName,
        email,
        role: inviteeRole,
        password: z.union([z.literal(''), newPassword]).optional(),
        passwordConfirm: z.string().max(200).optional(),
      })
      .refine((form) => (form.password ?? '') === (form.passwordConfirm ?? ''), {
        path: ['passwordConfirm'],
        message: 'Passwords do not match',
      }),
    /** The warning says that no email was sent; `address` is then the link for choosing a password. */
    response: companyUserResponse.extend({ warning: z.string().optional(), address: z.string().optional() }),
    errors: [
      'already_member',
      'already_invited',
      'email_taken',
      'role_not_allowed',
      'email_not_confirmed',
      'too_many_requests',
    ],
    refusesOperators: true,
    audit: {
      action: 'user_created',
      subject: { kind: 'company', at: 'company' },
      details: ['firstName', 'lastName', 'email', 'role'],
    },
  }),
  setRole: call({
    method: 'PUT',
    path: '/company/user/{id}/role',
    summary: 'Change the role of a member; `owner`, from the owner, hands the company over',
    allow: may('companyUser.setRole', 'params.id'),
    body: z.strictObject({ role: companyRole }),
    response: companyUserResponse,
    errors: ['role_not_allowed'],
    refusesOperators: true,
    audit: { action: 'role_changed', subject: { kind: 'user', at: 'params.id' }, details: ['role'] },
  }),
  setStatus: call({
    method: 'PUT',
    path: '/company/user/{id}/status',
    summary: 'Activate or deactivate a member; deactivating ends their sessions here',
    allow: may('companyUser.setStatus', 'params.id'),
    key: companyWide('admin'),
    body: z.strictObject({
      status: z
        .string()
        .transform((status) => status.toLowerCase())
        .pipe(companyUserStatus.exclude(['invited'])),
    }),
    response: companyUserResponse,
    refusesOperators: true,
    audit: { action: 'status_changed', subject: { kind: 'user', at: 'params.id' }, details: ['status'] },
  }),
  remove: call({
    method: 'DELETE',
    path: '/company/user/{id}',
    summary: 'Remove a member; their articles stay, their workspaces pass to the owner of the company',
    allow: may('companyUser.remove', 'params.id'),
    key: companyWide('admin'),
    response: success,
    audit: { action: 'user_removed', subject: { kind: 'user', at: 'params.id' } },
  }),
}
