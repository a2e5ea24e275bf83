import { trashPerPage } from '@knowreel/shared/article/trash.rules.ts'
import type { OrderPlace } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import { sql } from 'kysely'
import { personColumn, type PersonRow } from '../../person/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'

export type Deletion = {
  readonly articleId: string
  readonly workspaceId: string
  readonly deletedAt: Date
  readonly deletedById: string | null
  /** The article with all under it. */
  readonly entry: OrderEntry
  readonly place: OrderPlace
}

export async function putInTrash(trx: Trx, { entry, place, ...deletion }: Deletion): Promise<void> {
  await trx
    .insertInto('deleted_articles')
    .values({
      article_id: deletion.articleId,
      workspace_id: deletion.workspaceId,
      deleted_at: deletion.deletedAt,
      deleted_by_id: deletion.deletedById,
      entry: JSON.stringify(entry),
      parent_id: place.parentId,
      position: place.index,
    })
    .execute()
}

type TakenArticle = { readonly workspaceId: string; readonly entry: OrderEntry; readonly place: OrderPlace }

/** Removes the article from the trash; null if it is not there, for example because it was deleted with its parent. */
export async function takeFromTrash(trx: Trx, articleId: string): Promise<TakenArticle | null> {
  const row = await trx
    .deleteFrom('deleted_articles')
    .where('article_id', '=', articleId)
    .returning(['workspace_id', 'entry', 'parent_id', 'position'])
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    workspaceId: row.workspace_id,
    entry: row.entry,
    place: { parentId: row.parent_id, index: row.position },
  }
}

/** The articles of this deletion that still exist, with those of their drafts that it ended. Returns the articles. */
export async function markRestored(trx: Trx, ids: readonly string[], deletedAt: Date): Promise<Set<string>> {
  const rows = await trx
    .updateTable('articles')
    .set({ deleted_at: null })
    .where('deleted_at', '=', deletedAt)
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or (original_id = any(${ids}::uuid[]) and published_at is null))`)
    .returning(['id', 'original_id'])
    .execute()
  return new Set(rows.flatMap((row) => (row.original_id === null ? [row.id] : [])))
}

export type TrashRow = {
  id: string
  title: string
  icon: string | null
  duration: number
  company_id: string
  nested: number
  deleted_at: Date
  deleted_by: PersonRow | null
}

const trashOf = (db: Db, workspaceId: string) =>
  db
    .selectFrom('deleted_articles as d')
    .innerJoin('articles as a', 'a.id', 'd.article_id')
    .where('d.workspace_id', '=', workspaceId)

/** One page, newest first, with the total count. */
export async function listTrash(
  db: Db,
  workspaceId: string,
  page: number,
): Promise<{ rows: TrashRow[]; count: number }> {
  const rows = await trashOf(db, workspaceId)
    .select(['a.id', 'a.title', 'a.icon', 'a.duration', 'a.company_id', 'd.deleted_at'])
    .select([
      sql<number>`(select count(*) - 1 from jsonb_path_query(d.entry, 'strict $.**.value'))::int`.as('nested'),
      personColumn('d.deleted_by_id', 'a.company_id').as('deleted_by'),
      sql<number>`(count(*) over ())::int`.as('count'),
    ])
    .orderBy('d.deleted_at', 'desc')
    .orderBy('d.article_id', 'desc')
    .limit(trashPerPage)
    .offset((page - 1) * trashPerPage)
    .execute()
  // A page behind the last one has no row to carry the count.
  return { rows, count: rows[0]?.count ?? (page === 1 ? 0 : await countTrash(db, workspaceId)) }
}

async function countTrash(db: Db, workspaceId: string): Promise<number> {
  const { count } = await trashOf(db, workspaceId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
