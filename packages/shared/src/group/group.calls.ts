import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { anyId, isoTime, singleLine, success } from '../catalogue/wire.ts'
import { emailField, person } from '../user/user.calls.ts'

/** Named set of people of one company, for assigning roles together. */
export const group = z.object({
  id: z.string(),
  shortId: z.string(),
  title: z.string(),
  /** Required by the wire format: always null. */
  role: z.null(),
  company: z.string(),
  userIds: z.array(z.string()),
  invitedEmails: z.array(z.string()),
  /** The first people by name, for the avatar stack. */
  userList: z.array(person),
  createdAt: isoTime,
})
export type Group = z.infer<typeof group>

export const groupTitle = singleLine(100, 'Field is required').pipe(z.string().trim().min(1, 'Field is required'))

export const groupInvitation = z.object({ email: z.string(), createdAt: isoTime })

const groupResponse = z.object({ group })
const email = z.string({ error: 'Please enter a valid email' }).trim().pipe(emailField)

export const groupCalls = {
  list: call({
    method: 'GET',
    path: '/group/',
    summary: 'The groups of the current company, newest first',
    allow: may('company.viewGroups', 'company'),
    key: companyWide('admin'),
    response: z.object({ groups: z.array(group), isTruncated: z.boolean().optional() }),
  }),
  create: call({
    method: 'POST',
    path: '/group/',
    summary: 'Create a group',
    allow: may('company.manageGroups', 'company'),
    key: companyWide('admin'),
    body: z.strictObject({ title: groupTitle }),
    response: groupResponse,
  }),
  search: call({
    method: 'GET',
    path: '/group/search/{q}',
    summary: 'Groups of the current company by a piece of the name, case and spaces ignored; at most 20',
    allow: 'member',
    key: companyWide('read'),
    response: z.object({
      items: z.array(z.object({ id: z.string(), title: z.string(), userIds: z.array(z.string()) })),
    }),
    rateLimit: { max: 120, windowMs: 60_000 },
  }),
  get: call({
    method: 'GET',
    path: '/group/{id}',
    summary: 'One group',
    allow: may('group.view', 'params.id'),
    key: companyWide('admin'),
    response: groupResponse,
  }),
  save: call({
    method: 'PUT',
    path: '/group/{id}',
    summary: 'Rename a group',
    allow: may('group.manage', 'params.id'),
    key: companyWide('admin'),
    body: z.strictObject({ title: groupTitle }),
    response: groupResponse,
  }),
  remove: call({
    method: 'DELETE',
    path: '/group/{id}',
    summary: 'Delete a group; the roles it gave go with it',
    allow: may('group.manage', 'params.id'),
    key: companyWide('admin'),
    response: success,
    audit: { action: 'group_deleted', subject: { kind: 'group', at: 'params.id' } },
  }),
  users: call({
    method: 'GET',
    path: '/group/{id}/users',
    summary: 'The people of a group by name',
    allow: may('group.view', 'params.id'),
    key: companyWide('admin'),
    response: z.object({ users: z.array(person), isTruncated: z.boolean().optional() }),
  }),
  invitedUsers: call({
    method: 'GET',
    path: '/group/{id}/invited-users',
    summary: 'Addresses that become members of the group when they join the company',
    allow: may('group.view', 'params.id'),
    key: companyWide('admin'),
    response: z.object({ invitations: z.array(groupInvitation), isTruncated: z.boolean().optional() }),
  }),
  addUser: call({
    method: 'POST',
    path: '/group/{id}/user',
    summary: 'Add a member of the company to a group',
    allow: may('group.manage', 'params.id'),
    key: companyWide('admin'),
    body: z.strictObject({ userId: anyId }),
    response: groupResponse,
    errors: ['already_member', 'unknown_user'],
    refusesOperators: true,
    audit: { action: 'group_member_added', subject: { kind: 'group', at: 'params.id' }, details: ['userId'] },
  }),
  addInvitedUser: call({
    method: 'POST',
    path: '/group/{id}/invited-user',
    summary: 'Add an invited address to a group',
    allow: may('group.manage', 'params.id'),
    key: companyWide('admin'),
    body: z.strictObject({ email }),
    response: groupResponse,
    errors: ['already_invited', 'already_member', 'unknown_user'],
    refusesOperators: true,
    audit: { action: 'group_invitation_added', subject: { kind: 'group', at: 'params.id' }, details: ['email'] },
  }),
  removeUser: call({
    method: 'DELETE',
    path: '/group/{id}/user/{userId}',
    summary: 'Take a person out of a group',
    allow: may('group.manage', 'params.id'),
    key: companyWide('admin'),
    response: groupResponse,
    audit: { action: 'group_member_removed', subject: { kind: 'group', at: 'params.id' }, details: ['userId'] },
  }),
  removeInvitedUser: call({
    method: 'DELETE',
    path: '/group/{id}/invited-user/{email}',
    summary: 'Take an invited address out of a group',
    allow: may('group.manage', 'params.id'),
    key: companyWide('admin'),
    response: groupResponse,
    audit: { action: 'group_invitation_removed', subject: { kind: 'group', at: 'params.id' }, details: ['email'] },
  }),
}
