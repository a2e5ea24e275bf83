/** The names of workspaces for other features. */
import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import type { Actor, Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { accessRank, ranks } from './workspace-access.ts'
import { displayedTitle, toArticleWorkspace } from '../workspace.mapping.ts'

/** The displayed title; empty if the workspace is gone. */
export async function workspaceTitle(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('workspaces').where('id', '=', id).select(['title', 'visibility']).executeTakeFirst()
  return row === undefined ? '' : displayedTitle(row)
}

/** Those of these workspaces of the company, by uuid or short id, that the member sees. */
export async function listNamedWorkspaces(
  db: Db,
  member: Member,
  anyIds: readonly string[],
): Promise<{ id: string; title: string }[]> {
  const ids = anyIds.filter(isUuid)
  const shortIds = anyIds.filter(isShortId)
  if (ids.length + shortIds.length === 0) return []
  const rows = await db
    .selectFrom('workspaces as w')
    .where('w.company_id', '=', member.company.id)
    .where('w.deleted_at', 'is', null)
    .where(sql<boolean>`(w.id = any(${ids}::uuid[]) or w.short_id = any(${shortIds}::text[]))`)
    .where(accessRank(member), '>=', ranks.viewer)
    .select(['w.id', 'w.title', 'w.visibility'])
    .orderBy('w.title')
    .execute()
  return rows.map((row) => ({ id: row.id, title: displayedTitle(row) }))
}

/** Those of these workspaces that the actor sees, by uuid. */
export async function listArticleWorkspaces(
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, NonNullable<ArticleSummary['workspace']>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('workspaces as w')
    .where('w.id', 'in', ids)
    .where('w.deleted_at', 'is', null)
    .select(['w.id', 'w.short_id as shortId', 'w.title', 'w.visibility', 'w.is_archived as isArchived'])
    .select(accessRank(actor).as('rank'))
    .execute()
  const seen = rows.filter(({ rank }) => rank >= ranks.viewer)
  return new Map(seen.map((row) => [row.id, toArticleWorkspace(row)]))
}
