/** What a workspace needs of its articles beyond reading them: for sorting them and for being deleted with them. */
import type { OrderArticle } from '@knowreel/shared/workspace/settle-order.rules.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'

/** Every published article of the workspace, archived ones too. */
export async function listOrderArticles(db: Db, workspaceId: string): Promise<(OrderArticle & { shortId: string })[]> {
  return db
    .selectFrom('articles')
    .where('workspace_id', '=', workspaceId)
    .where('published_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .select(['id', 'short_id as shortId', 'is_archived as isArchived', sql<boolean>`duration = 0`.as('isText')])
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Deletes the articles of a workspace with their drafts. A draft that never was published stays with its author, without
 * a workspace; the draft of an article elsewhere that was to move here stays where its article is.
 */
export async function deleteArticlesOfWorkspace(trx: Trx, workspaceId: string, deletedAt: Date): Promise<void> {
  await trx
    .updateTable('articles')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('workspace_id', '=', workspaceId), eb('published_at', 'is not', null)]),
        eb(
          'original_id',
          'in',
          eb
            .selectFrom('articles as o')
            .where('o.workspace_id', '=', workspaceId)
            .where('o.published_at', 'is not', null)
            .where('o.deleted_at', 'is', null)
            .select('o.id'),
        ),
      ]),
    )
    .set({ deleted_at: deletedAt })
    .execute()
  await trx
    .updateTable('articles')
    .where('deleted_at', 'is', null)
    .where('workspace_id', '=', workspaceId)
    .set({
      workspace_id: sql<string | null>`(select o.workspace_id from articles o where o.id = articles.original_id)`,
      parent_article_id: null,
      // The workspace is part of what is hashed.
      hash: null,
    })
    .execute()
}
