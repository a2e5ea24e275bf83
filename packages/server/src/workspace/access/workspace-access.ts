/**
 * Decides what a person may do in a workspace: an SQL expression for lists, and a pure interpretation of its result.
 *
 * - The creator is owner. A personal workspace belongs to its owner only.
 * - People and groups of the company have roles; the highest of a person's own and their groups' roles counts.
 * - Owner and admins of the company are workspace admins of organization and public workspaces without a role.
 * - Organization workspaces are visible to every member of the company, public ones to everyone.
 */
import type { WorkspaceAbilities, WorkspaceRole } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql, type RawBuilder } from 'kysely'
import { isCompanyAdmin, type Actor } from '../../access/index.ts'

/** viewer 1, editor 2, admin 3, owner 4; 0 is no access. */
export type AccessRank = number

export const ranks = { viewer: 1, editor: 2, admin: 3, owner: 4 } as const satisfies Record<WorkspaceRole, number>

/**
 * The rank of the actor in the workspace that the statement calls `w`. In workspaces of other companies the actor
 * counts as a guest.
 */
export function accessRank(actor: Actor | null): RawBuilder<AccessRank> {
  const member = memberIdentity(actor)
  if (member === null) return sql<AccessRank>`case when w.visibility = 'public' then 1 else 0 end`
  return accessRankOf(memberColumns(member))
}

export type MemberIdentity = {
  readonly userId: string
  readonly companyId: string
  readonly isCompanyAdmin: boolean
  /** The workspaces to which an API key is limited; null for all. */
  readonly workspaceIds: readonly string[] | null
}

/** The same as SQL. Without `workspaceIds`, which only API keys have, all workspaces count. */
export type MemberColumns = Readonly<
  Record<'userId' | 'companyId' | 'isCompanyAdmin', RawBuilder<unknown>> & {
    workspaceIds?: RawBuilder<unknown> | null
  }
>

export const memberColumns = ({ userId, companyId, isCompanyAdmin, workspaceIds }: MemberIdentity): MemberColumns => ({
  userId: sql`${userId}::uuid`,
  companyId: sql`${companyId}::uuid`,
  isCompanyAdmin: sql`${isCompanyAdmin}::boolean`,
  workspaceIds: limitColumn(workspaceIds),
})

/** The limit of the actor's API key as SQL; null without one, so that statements of sessions stay as they are. */
export const keyWorkspaces = ({ key }: Pick<Actor, 'key'>): RawBuilder<unknown> | null =>
  limitColumn(key?.workspaceIds ?? null)

const limitColumn = (workspaceIds: readonly string[] | null): RawBuilder<unknown> | null =>
  workspaceIds === null ? null : sql`${workspaceIds}::uuid[]`

/** Whether the limit of an API key admits the workspace; everything without a workspace is outside of it. */
export const isInKeyWorkspaces = (
  workspaceIds: RawBuilder<unknown> | null | undefined,
  workspaceId: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  workspaceIds
    ? sql<boolean>`(${workspaceIds} is null or coalesce(${workspaceId} = any(${workspaceIds}), false))`
    : sql`true`

/** The facts that determine a person's rank; null for guests, and for people whom the company has deactivated. */
export function memberIdentity(actor: Actor | null): MemberIdentity | null {
  const company = actor?.company
  if (actor === null || company?.status !== 'active') return null
  return {
    userId: actor.userId,
    companyId: company.id,
    isCompanyAdmin: isCompanyAdmin(actor),
    workspaceIds: actor.key?.workspaceIds ?? null,
  }
}

/**
 * The same for active members whose facts come from the statement itself. A group counts only in its own company,
 * whatever the role tables say.
 */
export function accessRankOf(member: MemberColumns): RawBuilder<AccessRank> {
  const outsideKey = member.workspaceIds
    ? sql`when not ${isInKeyWorkspaces(member.workspaceIds, sql`w.id`)} then 0`
    : sql``
  return sql<AccessRank>`case
    ${outsideKey}
    when w.company_id <> ${member.companyId} then case when w.visibility = 'public' then 1 else 0 end
    when w.owner_id = ${member.userId} then 4
    when w.visibility = 'personal' then 0
    else greatest(
      case when w.visibility not in ('organization', 'public') then 0 when ${member.isCompanyAdmin} then 3 else 1 end,
      coalesce((
        select max(case given.role when 'admin' then 3 when 'editor' then 2 else 1 end)
        from (
          select r.role from workspace_roles r where r.workspace_id = w.id and r.user_id = ${member.userId}
          union all
          select gr.role
          from workspace_group_roles gr
          join group_members gm on gm.group_id = gr.group_id and gm.user_id = ${member.userId}
          join groups g on g.id = gr.group_id and g.company_id = w.company_id
          where gr.workspace_id = w.id
        ) given
      ), 0)
    )
  end`
}

/**
 * Whether `accessRank` is at least this one, for statements that select a person's workspaces: PostgreSQL finds the roles
 * once, not for each workspace.
 */
export function hasRank(actor: Actor | null, least: 'viewer' | 'editor' | 'admin'): RawBuilder<boolean> {
  const member = memberIdentity(actor)
  if (member === null) return least === 'viewer' ? sql<boolean>`(w.visibility = 'public')` : sql<boolean>`false`
  return hasRankOf(memberColumns(member), least)
}

/** The same for an active member of the company, whose facts are the same for all rows. */
export function hasRankOf(member: MemberColumns, least: 'viewer' | 'editor' | 'admin'): RawBuilder<boolean> {
  const { userId, companyId, workspaceIds, isCompanyAdmin } = member
  const isViewer = sql.lit(least === 'viewer')
  const isGiven = sql`role = any(${sql.lit(`{${rolesFrom(least).join(',')}}`)}::text[])`
  return sql<boolean>`case
    ${workspaceIds ? sql`when not ${isInKeyWorkspaces(workspaceIds, sql`w.id`)} then false` : sql``}
    when w.company_id <> ${companyId} then w.visibility = 'public' and ${isViewer}
    when w.owner_id = ${userId} then true
    when w.visibility = 'personal' then false
    when w.visibility in ('organization', 'public') and (${isViewer} or ${isCompanyAdmin}) then true
    else w.id in (
      select r.workspace_id from workspace_roles r where r.user_id = ${userId} and r.${isGiven}
      union all
      select gr.workspace_id
      from group_members gm
      join groups g on g.id = gm.group_id and g.company_id = ${companyId}
      join workspace_group_roles gr on gr.group_id = g.id
      where gm.user_id = ${userId} and gr.${isGiven}
    )
  end`
}

const rolesFrom = (least: 'viewer' | 'editor' | 'admin') =>
  (['viewer', 'editor', 'admin'] as const).filter((role) => ranks[role] >= ranks[least])

export function roleOfRank(rank: AccessRank): WorkspaceRole | null {
  const found = Object.entries(ranks).find(([, value]) => value === rank)
  return found ? (found[0] as WorkspaceRole) : null
}

type RankedWorkspace = { readonly rank: AccessRank; readonly visibility: string; readonly isArchived: boolean }

export const maySee = ({ rank }: RankedWorkspace): boolean => rank >= ranks.viewer

export function workspaceAbilities({ rank, visibility, isArchived }: RankedWorkspace): WorkspaceAbilities {
  const isPersonal = visibility === 'personal'
  const isAdmin = rank >= ranks.admin
  return {
    editWorkspace: isAdmin && !isPersonal && !isArchived,
    deleteWorkspace: isAdmin && !isPersonal,
    // An archived workspace is read-only.
    editArticles: rank >= ranks.editor && !isArchived,
    manage: isAdmin && !isPersonal && !isArchived,
    archive: isAdmin && !isPersonal,
  }
}
