import { AppError } from '@knowreel/shared/error/app-error.ts'
import { workspaceRoleCalls } from '@knowreel/shared/workspace/workspace-role.calls.ts'
import { requireUsableCompany, serve, type Actor, type SignAddress } from '../../access/index.ts'
import { createPersonView } from '../../person/index.ts'
import { capRows, cappedLimit } from '../../platform/database/capped-rows.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  removeGroupRole,
  removeWorkspaceRole,
  saveWorkspaceRole,
  type InviteByEmail,
  saveGroupRole,
} from './change-workspace-roles.ts'
import { toRoleEntry } from './workspace-role.mapping.ts'
import { getGroupRoleRow, getRoleRow, listGroupRoleRows, listRoleRows } from './workspace-role.queries.ts'
import type { WorkspaceAccess } from '../access/workspace-access.queries.ts'
import { workspacePolicy } from '../workspace.policy.ts'

type Dependencies = { db: Db; signAddress: SignAddress; invite: InviteByEmail }

export const workspaceRoleRoutes = ({ db, signAddress, invite }: Dependencies) => {
  const viewFor = (actor: Actor | null, { id, companyId }: WorkspaceAccess) =>
    createPersonView(actor, { companyId, workspaceId: id }, signAddress)

  return serve(workspaceRoleCalls, workspacePolicy, {
    list: async ({ actor, subject }) => {
      const view = viewFor(actor, subject)
      const { rows, isTruncated } = capRows(await listRoleRows(db, subject.id, cappedLimit))
      return {
        roles: rows.map((row) => toRoleEntry(row, view)),
        ...(isTruncated && { isTruncated }),
      }
    },
    save: async ({ actor, subject, body }) => {
      if (actor === null) throw new AppError('not_signed_in')
      requireUsableCompany(actor)
      const { holder, notice } = await saveWorkspaceRole(db, actor, subject.id, body, invite)
      const row = await getRoleRow(db, subject.id, holder)
      return { role: toRoleEntry(row, viewFor(actor, subject)), ...notice }
    },
    remove: async ({ subject, params }) => {
      await removeWorkspaceRole(db, subject.id, params.userId)
      return { success: true }
    },
    listGroups: async ({ subject }) => {
      const { rows: groups, isTruncated } = capRows(await listGroupRoleRows(db, subject.id, cappedLimit))
      return { groups, ...(isTruncated && { isTruncated }) }
    },
    saveGroup: async ({ subject, body }) => {
      const groupId = await saveGroupRole(db, subject.id, body)
      return { group: await getGroupRoleRow(db, subject.id, groupId) }
    },
    removeGroup: async ({ subject, query, body }) => {
      const groupId = body?.groupId ?? query.groupId
      if (groupId === undefined) {
        throw new AppError('invalid_input', { fields: [{ field: 'groupId', message: 'Please name a group' }] })
      }
      await removeGroupRole(db, subject.id, groupId)
      return { success: true }
    },
  })
}
