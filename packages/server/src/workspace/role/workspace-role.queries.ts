/** Roles in a workspace: of people, groups, and addresses whose people have not joined yet. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { AssignableRole, WorkspaceRole } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

export type RoleRow = {
  user: string | null
  email: string
  firstName: string
  lastName: string
  profileImage: string | null
  role: WorkspaceRole
  isInvited: boolean
  isDeactivated: boolean
}

export type GroupRoleRow = { id: string; shortId: string; title: string; role: AssignableRole; usersCount: number }

const personFields = sql`'firstName', p.first_name, 'lastName', p.last_name, 'email', p.email,
  'profileImage', p.profile_image, 'user', p.id, 'isInvited', false`

// Both are read together with the workspace that the statement calls `w`: the owner first, then people, then addresses.
const grantedRoles = sql`
  select 0 as position, '' as name, json_build_object(
    ${personFields}, 'role', 'owner', 'isDeactivated', coalesce(m.status = 'deactivated', true)
  ) as entry
  from users p left join company_members m on m.user_id = p.id and m.company_id = w.company_id
  where p.id = w.owner_id
  union all
  select 1, lower(concat_ws(' ', p.first_name, p.last_name, p.id)), json_build_object(
    ${personFields}, 'role', r.role, 'isDeactivated', m.status = 'deactivated'
  )
  from workspace_roles r
  join company_members m on m.user_id = r.user_id and m.company_id = w.company_id
  join users p on p.id = r.user_id
  where r.workspace_id = w.id and r.user_id <> w.owner_id
  union all
  select 2, lower(i.email::text), json_build_object(
    'firstName', coalesce(v.first_name, ''), 'lastName', coalesce(v.last_name, ''), 'email', i.email,
    'profileImage', null, 'user', null, 'isInvited', true, 'role', i.role, 'isDeactivated', false
  )
  from workspace_invited_roles i
  left join invitations v on v.company_id = w.company_id and v.email = i.email
  where i.workspace_id = w.id
`
const grantedGroupRoles = sql`
  select g.id, lower(g.title) as title, json_build_object(
    'id', g.id, 'shortId', g.short_id, 'title', g.title, 'role', gr.role, 'usersCount', (
      select count(*)::int from group_members gm
      join company_members m on m.user_id = gm.user_id and m.company_id = g.company_id
      where gm.group_id = g.id
    )
  ) as entry
  from workspace_group_roles gr
  join groups g on g.id = gr.group_id and g.company_id = w.company_id
  where gr.workspace_id = w.id
`

export const rolesColumn = (limit: number): RawBuilder<RoleRow[]> => sql<RoleRow[]>`(
  select coalesce(json_agg(listed.entry order by listed.position, listed.name), '[]')
  from (select given.* from (${grantedRoles}) given order by given.position, given.name limit ${limit}) listed
)`

export const groupRolesColumn = (limit: number): RawBuilder<GroupRoleRow[]> => sql<GroupRoleRow[]>`(
  select coalesce(json_agg(listed.entry order by listed.title, listed.id), '[]')
  from (select given.* from (${grantedGroupRoles}) given order by given.title, given.id limit ${limit}) listed
)`

const selectWorkspace = (db: Db, workspaceId: string) =>
  db.selectFrom('workspaces as w').where('w.id', '=', workspaceId)

export async function listRoleRows(db: Db, workspaceId: string, limit: number): Promise<RoleRow[]> {
  const row = await selectWorkspace(db, workspaceId).select(rolesColumn(limit).as('roles')).executeTakeFirst()
  return row?.roles ?? []
}

export async function listGroupRoleRows(db: Db, workspaceId: string, limit: number): Promise<GroupRoleRow[]> {
  const row = await selectWorkspace(db, workspaceId).select(groupRolesColumn(limit).as('groups')).executeTakeFirst()
  return row?.groups ?? []
}

/** The role of this person or address, which was just written. */
export async function getRoleRow(
  db: Db,
  workspaceId: string,
  of: { userId: string } | { email: string },
): Promise<RoleRow> {
  const { rows } = await sql<{ entry: RoleRow }>`
    select given.entry from workspaces w cross join lateral (${grantedRoles}) given
    where w.id = ${workspaceId}
      and ${'userId' in of ? sql`given.entry ->> 'user' = ${of.userId}` : sql`lower(given.entry ->> 'email') = lower(${of.email})`}
  `.execute(db)
  const row = rows[0]
  // Removed again concurrently.
  if (row === undefined) throw new AppError('not_found')
  return row.entry
}

export async function getGroupRoleRow(db: Db, workspaceId: string, groupId: string): Promise<GroupRoleRow> {
  const { rows } = await sql<{ entry: GroupRoleRow }>`
    select given.entry from workspaces w cross join lateral (${grantedGroupRoles}) given
    where w.id = ${workspaceId} and given.id = ${groupId}
  `.execute(db)
  const row = rows[0]
  if (row === undefined) throw new AppError('not_found')
  return row.entry
}

type PersonRoleKey = { workspaceId: string; userId: string }
type InvitedRoleKey = { workspaceId: string; email: string }
type GroupRoleKey = { workspaceId: string; groupId: string }

export async function upsertRole(
  db: Db,
  { workspaceId, userId, role }: PersonRoleKey & { role: AssignableRole },
): Promise<void> {
  await db
    .insertInto('workspace_roles')
    .values({ workspace_id: workspaceId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}

export async function upsertInvitedRole(
  db: Db,
  { workspaceId, email, role }: InvitedRoleKey & { role: AssignableRole },
): Promise<void> {
  await db
    .insertInto('workspace_invited_roles')
    .values({ workspace_id: workspaceId, email, role })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doUpdateSet({ role }))
    .execute()
}

export async function upsertGroupRole(
  db: Db,
  { workspaceId, groupId, role }: GroupRoleKey & { role: AssignableRole },
): Promise<void> {
  await db
    .insertInto('workspace_group_roles')
    .values({ workspace_id: workspaceId, group_id: groupId, role })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'group_id']).doUpdateSet({ role }))
    .execute()
}

/** False if the person had no role here. */
export async function deleteRole(db: Db, { workspaceId, userId }: PersonRoleKey): Promise<boolean> {
  const result = await db
    .deleteFrom('workspace_roles')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** False if the address had no role here. */
export async function deleteInvitedRole(db: Db, { workspaceId, email }: InvitedRoleKey): Promise<boolean> {
  const result = await db
    .deleteFrom('workspace_invited_roles')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** False if the group had no role here. */
export async function deleteGroupRole(db: Db, { workspaceId, groupId }: GroupRoleKey): Promise<boolean> {
  const result = await db
    .deleteFrom('workspace_group_roles')
    .where('workspace_id', '=', workspaceId)
    .where('group_id', '=', groupId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}
