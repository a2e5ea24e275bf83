import type { SlackFailure } from '@knowreel/shared/workspace/workspace.calls.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql, type NotNull } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'
import type { SlackColumn } from '../workspace/index.ts'
import type { ArticleInSlack } from './slack-message.ts'
import './slack.tables.ts'

/** The connection of the workspace that the statement calls `w`. */
export const slackColumn: SlackColumn = sql`(
  select json_build_object('channel', s.channel, 'teamName', s.team_name, 'failure', s.failure)
  from slack_connections s where s.workspace_id = w.id
)`

export type Connection = {
  readonly workspaceId: string
  readonly teamId: string
  readonly channelId: string
  readonly connectedAt: Date
  /** Sealed; null when Slack has revoked them. */
  readonly secrets: Buffer | null
}

const connectionColumns = [
  's.workspace_id as workspaceId',
  's.team_id as teamId',
  's.channel_id as channelId',
  's.connected_at as connectedAt',
  's.secrets',
] as const

export async function findConnection(db: Db, workspaceId: string): Promise<Connection | null> {
  const row = await db
    .selectFrom('slack_connections as s')
    .where('s.workspace_id', '=', workspaceId)
    .select(connectionColumns)
    .executeTakeFirst()
  return row ?? null
}

export type NewConnection = Omit<Connection, 'secrets'> & {
  readonly secrets: Buffer
  readonly teamName: string
  readonly channel: string
  readonly botUserId: string | null
  readonly connectedById: string
}

/** Replaces the former connection of the workspace. */
export async function saveConnection(trx: Trx, connection: NewConnection): Promise<void> {
  const row = {
    team_id: connection.teamId,
    team_name: connection.teamName,
    channel_id: connection.channelId,
    channel: connection.channel,
    bot_user_id: connection.botUserId,
    secrets: connection.secrets,
    failure: null,
    connected_by_id: connection.connectedById,
    connected_at: connection.connectedAt,
  }
  await trx
    .insertInto('slack_connections')
    .values({ workspace_id: connection.workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

export async function deleteConnection(trx: Trx, workspaceId: string): Promise<void> {
  await trx.deleteFrom('slack_connections').where('workspace_id', '=', workspaceId).execute()
}

/** Slack gives all connections of a team the same token. */
export async function isTokenShared(db: Db, { workspaceId, teamId }: Connection): Promise<boolean> {
  const other = await db
    .selectFrom('slack_connections')
    .where('team_id', '=', teamId)
    .where('workspace_id', '<>', workspaceId)
    .where('secrets', 'is not', null)
    .select('workspace_id')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export async function isConnected(db: Db, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('slack_connections')
    .where('workspace_id', '=', workspaceId)
    .where('secrets', 'is not', null)
    .select('workspace_id')
    .executeTakeFirst()
  return row !== undefined
}

type Failing = { readonly workspaceId: string; readonly connectedAt: Date }

/** A connection that was replaced in the meantime stays as it is. */
export async function saveFailure(db: Db, failing: Failing, failure: 'channel_gone' | null): Promise<void> {
  await db
    .updateTable('slack_connections')
    .set({ failure })
    .where('workspace_id', '=', failing.workspaceId)
    .where('connected_at', '=', failing.connectedAt)
    .where('secrets', 'is not', null)
    .where('failure', 'is distinct from', failure)
    .execute()
}

type Revocation = {
  readonly teamIds: readonly string[]
  /** Only these connections; null for all of the team. */
  readonly botUserIds: readonly string[] | null
  /** Later connections have been granted anew. */
  readonly connectedUntil: Date
}

/** Slack no longer accepts the token, which is deleted. */
export async function saveRevocation(db: Db, { teamIds, botUserIds, connectedUntil }: Revocation): Promise<void> {
  if (teamIds.length === 0 || botUserIds?.length === 0) return
  await db
    .updateTable('slack_connections')
    .set({ failure: 'revoked' satisfies SlackFailure, secrets: null })
    .where('team_id', 'in', teamIds)
    .where('connected_at', '<=', connectedUntil)
    .$if(botUserIds !== null, (query) => query.where('bot_user_id', 'in', botUserIds ?? []))
    .execute()
}

/** Slack no longer accepts the token of this connection. */
export const saveOwnRevocation = (db: Db, { teamId, connectedAt }: Connection): Promise<void> =>
  saveRevocation(db, { teamIds: [teamId], botUserIds: null, connectedUntil: connectedAt })

export async function hasPost(db: Db, publicationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('slack_posts')
    .where('publication_id', '=', publicationId)
    .select('publication_id')
    .executeTakeFirst()
  return row !== undefined
}

/** A job is not repeated after this time. */
const postRetentionDays = 30

export async function insertPost(db: Db, publicationId: string, workspaceId: string): Promise<void> {
  await db
    .insertInto('slack_posts')
    .values({ publication_id: publicationId, workspace_id: workspaceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .deleteFrom('slack_posts')
    .where('workspace_id', '=', workspaceId)
    .where('posted_at', '<', sql<Date>`now() - make_interval(days => ${postRetentionDays})`)
    .execute()
}

export type ShownArticle = Connection &
  ArticleInSlack & {
    readonly secrets: Buffer
    readonly articleId: string
    readonly articleShortId: string
    readonly slug: string
    readonly workspaceShortId: string
    readonly companySlug: string
  }

/** Published articles of connected workspaces, as far as all of the workspace's people may see them. */
const selectShown = (db: Db) =>
  db
    .selectFrom('articles as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .innerJoin('companies as c', 'c.id', 'w.company_id')
    .innerJoin('slack_connections as s', 's.workspace_id', 'w.id')
    .leftJoin('users as u', 'u.id', 'a.author_id')
    .where('a.published_at', 'is not', null)
    .where('a.original_id', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('a.is_archived', '=', false)
    .where('w.deleted_at', 'is', null)
    .where('w.is_archived', '=', false)
    .where('w.visibility', '<>', 'personal')
    .where('c.is_activated', '=', true)
    .where('s.secrets', 'is not', null)
    .select(connectionColumns)
    .select(['a.id as articleId', 'a.short_id as articleShortId', 'a.title', 'a.slug'])
    .select(['w.short_id as workspaceShortId', 'w.title as workspaceTitle', 'c.slug as companySlug'])
    .select(sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as('author'))
    .$narrowType<{ secrets: NotNull }>()

export async function findArticleToPost(
  db: Db,
  { articleId, workspaceId }: { readonly articleId: string; readonly workspaceId: string },
): Promise<ShownArticle | null> {
  const row = await selectShown(db).where('a.id', '=', articleId).where('w.id', '=', workspaceId).executeTakeFirst()
  return row ?? null
}

/** The articles with these long or short ids that the connections of these teams may show. */
export async function listShownArticles(
  db: Db,
  teamIds: readonly string[],
  anyIds: readonly string[],
): Promise<ShownArticle[]> {
  if (teamIds.length === 0 || anyIds.length === 0) return []
  const ids = anyIds.filter(isUuid)
  return selectShown(db)
    .where('s.team_id', 'in', teamIds)
    .where(sql<boolean>`(a.id = any(${ids}::uuid[]) or a.short_id = any(${anyIds}::text[]))`)
    .execute()
}

/** The slug of the company of a workspace. */
export async function findCompanySlug(db: Db, workspaceShortId: string): Promise<string | null> {
  const company = await db
    .selectFrom('workspaces as w')
    .innerJoin('companies as c', 'c.id', 'w.company_id')
    .where('w.short_id', '=', workspaceShortId)
    .select('c.slug')
    .executeTakeFirst()
  return company?.slug ?? null
}
