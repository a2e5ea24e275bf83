import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import type { SlackIntegration, WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Member } from '../access/index.ts'
import { personColumn, type PersonRow } from '../person/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { accessRank, hasRank, type AccessRank } from './access/workspace-access.ts'
import { groupRolesColumn, rolesColumn, type GroupRoleRow, type RoleRow } from './role/workspace-role.queries.ts'

export type WorkspaceSummaryRow = {
  id: string
  shortId: string
  companyId: string
  title: string
  description: string
  visibility: WorkspaceVisibility
  isArchived: boolean
  isFavorite: boolean
  articlesCount: number
  createdAt: Date
  lastActivityAt: Date
  author: PersonRow | null
  rank: AccessRank
}

const summaryColumns = [
  'w.id',
  'w.short_id as shortId',
  'w.company_id as companyId',
  'w.title',
  'w.description',
  'w.visibility',
  'w.is_archived as isArchived',
  'w.created_at as createdAt',
  'w.last_activity_at as lastActivityAt',
] as const

const actorColumns = (actor: Actor | null) => [
  sql<boolean>`exists (
    select from workspace_favorites f where f.workspace_id = w.id and f.user_id = ${actor?.userId ?? null}::uuid
  )`.as('isFavorite'),
  accessRank(actor).as('rank'),
  personColumn('w.owner_id', 'w.company_id').as('author'),
]

/** Of the row of `workspace_trees` that the statement calls `t`. */
const articlesCount = sql<number>`coalesce(t.articles, 0)`.as('articlesCount')
const treeRevision = sql<number>`coalesce(t.revision, 0)`.as('treeRevision')

/** Limit of the roles included with each workspace of a list; separate calls return the complete lists. */
const maxRolesListed = 50

export type ListedWorkspaceRow = WorkspaceSummaryRow & {
  isInitial: boolean
  roles: RoleRow[] | null
  groups: GroupRoleRow[] | null
}

/** The workspaces of the member's company that they may see, newest first; archived ones for those who may unarchive. */
export async function listWorkspaceRows(
  db: Db,
  member: Member,
  limit: number,
  withUsers = false,
): Promise<ListedWorkspaceRow[]> {
  const none = sql`null::json`
  const isListed = sql<boolean>`case
    when w.is_archived then ${hasRank(member, 'admin')} else ${hasRank(member, 'viewer')}
  end`
  return db
    .selectFrom('workspaces as w')
    .leftJoin('workspace_trees as t', 't.workspace_id', 'w.id')
    .where('w.company_id', '=', member.company.id)
    .where('w.deleted_at', 'is', null)
    .where(isListed)
    .select(summaryColumns)
    .select(actorColumns(member))
    .select([
      'w.is_initial as isInitial',
      articlesCount,
      sql<RoleRow[] | null>`${withUsers ? rolesColumn(maxRolesListed) : none}`.as('roles'),
      sql<GroupRoleRow[] | null>`${withUsers ? groupRolesColumn(maxRolesListed) : none}`.as('groups'),
    ])
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id', 'desc')
    .limit(limit)
    .execute()
}

/** The Slack connection of the workspace that a statement calls `w`. The integration feature owns its table. */
export type SlackColumn = RawBuilder<SlackRow | null>
type SlackRow = Omit<SlackIntegration, 'accessToken'>

export type WorkspaceRow = WorkspaceSummaryRow & {
  /** Empty if it was not requested. */
  order: OrderEntry[]
  orderRevision: number
  treeRevision: number
  isSharingOff: boolean
  slack: SlackRow | null
}

/**
 * The whole workspace. The caller has checked that the actor sees it; after a change they may have lost access, and
 * `rank` is 0.
 */
export async function getWorkspaceRow(
  db: Db,
  actor: Actor | null,
  id: string,
  { slackColumn, withOrder }: { readonly slackColumn: SlackColumn; readonly withOrder: boolean },
): Promise<WorkspaceRow> {
  const row = await db
    .selectFrom('workspaces as w')
    .leftJoin('workspace_trees as t', 't.workspace_id', 'w.id')
    .where('w.id', '=', id)
    .where('w.deleted_at', 'is', null)
    .select(summaryColumns)
    .select(actorColumns(actor))
    .select([articlesCount, treeRevision])
    .select(['w.order_revision as orderRevision', 'w.is_sharing_off as isSharingOff'])
    .select(sql<OrderEntry[]>`${withOrder ? sql.ref('w.article_order') : sql`'[]'::jsonb`}`.as('order'))
    .select(slackColumn.as('slack'))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('workspace_not_found')
  return row
}

/** Those that are neither archived nor deleted. */
export async function countArticles(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('workspace_trees')
    .where('workspace_id', '=', id)
    .select('articles')
    .executeTakeFirst()
  return row?.articles ?? 0
}

type Order = { readonly id: string; readonly order: OrderEntry[]; readonly revision: number }

/** The article orders of those of these workspaces that exist, with their revisions. */
export const listOrders = (db: Db, ids: readonly string[]): Promise<Order[]> =>
  db
    .selectFrom('workspaces')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .select(['id', 'article_order as order', 'order_revision as revision'])
    .execute()

/** Null if the workspace is gone. */
export const findOrder = async (db: Db, id: string): Promise<Order | null> => (await listOrders(db, [id]))[0] ?? null

export type LockedWorkspace = {
  readonly id: string
  readonly companyId: string
  readonly ownerId: string
  readonly visibility: WorkspaceVisibility
  readonly isArchived: boolean
  readonly order: OrderEntry[]
  readonly orderRevision: number
}

/**
 * Locks workspaces until the transaction ends, in the order of their ids; deleted ones are omitted. The lock leaves the
 * key free: a save of an article refers to its workspace and must not wait here while its publish waits for it.
 */
export async function lockWorkspaces(trx: Trx, ids: readonly string[]): Promise<LockedWorkspace[]> {
  return trx
    .selectFrom('workspaces')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select(['id', 'company_id as companyId', 'owner_id as ownerId', 'visibility', 'is_archived as isArchived'])
    .select(['article_order as order', 'order_revision as orderRevision'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

type NewWorkspace = {
  id: string
  shortId: string
  companyId: string
  ownerId: string
  title: string
  description?: string
  visibility: WorkspaceVisibility
  isInitial?: boolean
}

const toRow = (workspace: NewWorkspace) => ({
  id: workspace.id,
  short_id: workspace.shortId,
  company_id: workspace.companyId,
  owner_id: workspace.ownerId,
  title: workspace.title,
  description: workspace.description ?? '',
  visibility: workspace.visibility,
  is_initial: workspace.isInitial ?? false,
})

export async function insertWorkspace(db: Db, workspace: NewWorkspace): Promise<void> {
  await db.insertInto('workspaces').values(toRow(workspace)).execute()
}

/** Returns the id of the existing one if the person already has a personal workspace in this company. */
export async function insertPersonalWorkspace(db: Db, workspace: Omit<NewWorkspace, 'visibility'>): Promise<string> {
  const row = await db
    .insertInto('workspaces')
    .values(toRow({ ...workspace, visibility: 'personal' }))
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'owner_id'])
        .where('visibility', '=', sql.lit('personal'))
        .where('deleted_at', 'is', null)
        // An update that changes nothing, so that the row is returned.
        .doUpdateSet({ owner_id: workspace.ownerId }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

type WorkspaceChange = {
  title?: string
  description?: string
  visibility?: WorkspaceVisibility
  is_archived?: boolean
  is_sharing_off?: boolean
  deleted_at?: Date
}

export async function updateWorkspace(db: Db, id: string, change: WorkspaceChange): Promise<void> {
  await db
    .updateTable('workspaces')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

export async function updateOrder(trx: Trx, id: string, order: readonly OrderEntry[]): Promise<void> {
  await trx
    .updateTable('workspaces')
    .set((eb) => ({ article_order: JSON.stringify(order), order_revision: eb('order_revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function setLastActivity(db: Db, id: string): Promise<void> {
  await db.updateTable('workspaces').set({ last_activity_at: new Date() }).where('id', '=', id).execute()
}

export async function insertFavorite(db: Db, favorite: { workspaceId: string; userId: string }): Promise<void> {
  await db
    .insertInto('workspace_favorites')
    .values({ workspace_id: favorite.workspaceId, user_id: favorite.userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFavorite(db: Db, favorite: { workspaceId: string; userId: string }): Promise<void> {
  await db
    .deleteFrom('workspace_favorites')
    .where('workspace_id', '=', favorite.workspaceId)
    .where('user_id', '=', favorite.userId)
    .execute()
}

/** Serialises two concurrent first visits until the transaction ends. */
export async function lockFirstVisit(trx: Trx, member: Member): Promise<void> {
  const key = `first visit ${member.company.id} ${member.userId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/**
 * Permanently removes workspaces that were deleted before this time and hold no more articles; drafts that were never
 * published lose their workspace. Returns the number of workspaces.
 */
export async function purgeWorkspaces(db: Db, deletedBefore: Date): Promise<number> {
  const isArticle = sql<boolean>`a.published_at is not null or a.deleted_at is not null`
  const result = await db
    .deleteFrom('workspaces as w')
    .where('w.deleted_at', '<', deletedBefore)
    .where(sql<boolean>`not exists (select from articles a where a.workspace_id = w.id and (${isArticle}))`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
