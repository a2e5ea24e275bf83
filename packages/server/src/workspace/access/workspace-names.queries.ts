/** The names of workspaces for other features. */
import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import type { Actor } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { accessRank, ranks } from './workspace-access.ts'
import { displayedTitle, toArticleWorkspace } from '../workspace.mapping.ts'

/** The displayed title; empty if the workspace is gone. */
export async function workspaceTitle(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('workspaces').where('id', '=', id).select(['title', 'visibility']).executeTakeFirst()
  return row === undefined ? '' : displayedTitle(row)
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
