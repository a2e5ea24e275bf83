import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { anyId, success } from '../catalogue/wire.ts'
import { emailField } from '../user/user.calls.ts'
import { assignableRole, workspaceGroupRole, workspaceRoleEntry } from './workspace.calls.ts'

const email = z.string({ error: 'Please enter a valid email' }).trim().pipe(emailField)

export const workspaceRoleCalls = {
  list: call({
    method: 'GET',
    path: '/workspace/{id}/roles',
    summary: 'The people with a role in a workspace, the owner first',
    allow: may('workspace.viewPeople', 'params.id'),
    key: 'read',
    response: z.object({ roles: z.array(workspaceRoleEntry), isTruncated: z.boolean().optional() }),
  }),
  save: call({
    method: 'POST',
    path: '/workspace/{id}/role',
    summary: 'Give a colleague a role; an unknown address is invited to the company where the caller may invite',
    allow: may('workspace.manage', 'params.id'),
    key: 'admin',
    body: z.union([
      z.strictObject({ user: anyId, role: assignableRole.default('viewer') }),
      z.strictObject({ email, role: assignableRole.default('viewer') }),
    ]),
    // The warning says that the invitation email was not sent, and comes with the link to share.
    response: z.object({ role: workspaceRoleEntry, warning: z.string().optional(), address: z.string().optional() }),
    errors: ['unknown_user', 'owner_fixed', 'personal_workspace_fixed', 'workspace_archived'],
    refusesOperators: true,
    audit: {
      action: 'workspace_role_changed',
      subject: { kind: 'workspace', at: 'params.id' },
      details: ['user', 'email', 'role'],
    },
  }),
  remove: call({
    method: 'DELETE',
    path: '/workspace/{id}/role/{userId}',
    summary: 'Take the role of a person, or of an invited address, away',
    allow: may('workspace.manage', 'params.id'),
    key: 'admin',
    response: success,
    errors: ['owner_fixed', 'personal_workspace_fixed', 'workspace_archived'],
    audit: {
      action: 'workspace_role_removed',
      subject: { kind: 'workspace', at: 'params.id' },
      details: ['userId'],
    },
  }),
  listGroups: call({
    method: 'GET',
    path: '/workspace/{id}/role/group',
    summary: 'The groups with a role in a workspace',
    allow: may('workspace.viewPeople', 'params.id'),
    key: 'read',
    response: z.object({ groups: z.array(workspaceGroupRole), isTruncated: z.boolean().optional() }),
  }),
  saveGroup: call({
    method: 'POST',
    path: '/workspace/{id}/role/group',
    summary: 'Give a group a role',
    allow: may('workspace.manage', 'params.id'),
    key: 'admin',
    body: z.strictObject({ groupId: anyId, role: assignableRole.default('viewer') }),
    response: z.object({ group: workspaceGroupRole }),
    errors: ['unknown_group', 'personal_workspace_fixed', 'workspace_archived'],
    refusesOperators: true,
    audit: {
      action: 'workspace_group_role_changed',
      subject: { kind: 'workspace', at: 'params.id' },
      details: ['groupId', 'role'],
    },
  }),
  removeGroup: call({
    method: 'DELETE',
    path: '/workspace/{id}/role/group',
    summary: 'Take the role of a group away; its id in the body or the query',
    allow: may('workspace.manage', 'params.id'),
    key: 'admin',
    query: z.strictObject({ groupId: anyId.optional() }),
    body: z.strictObject({ groupId: anyId.optional() }).nullish(),
    response: success,
    errors: ['unknown_group', 'personal_workspace_fixed', 'workspace_archived'],
    audit: {
      action: 'workspace_group_role_removed',
      subject: { kind: 'workspace', at: 'params.id' },
      details: ['groupId'],
    },
  }),
}
