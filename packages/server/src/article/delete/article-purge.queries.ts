import { sql } from 'kysely'
import { deleteUnneededNotes } from '../../note/index.ts'
import type { Db } from '../../platform/database/db.ts'

/**
 * Permanently removes up to `limit` articles and drafts that were deleted before this time, with everything that
 * depends on them.
 */
export async function purgeArticles(db: Db, deletedBefore: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('articles')
    .where('id', 'in', (eb) =>
      eb.selectFrom('articles').where('deleted_at', '<', deletedBefore).select('id').orderBy('deleted_at').limit(limit),
    )
    // Checked again for a row that someone is restoring: the list of ids is as old as the statement.
    .where('deleted_at', '<', deletedBefore)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Removes the live documents of tabs that were deleted before this time, and those that a publish left behind. */
export const purgeNotes = (db: Db, leftBefore: Date): Promise<number> =>
  deleteUnneededNotes(
    db,
    leftBefore,
    sql<boolean>`exists (
      select from text_tabs t join articles a on a.id = t.article_id
      where t.article_id = n.article_id and t.id = n.tab_id and a.published_at is null
    )`,
  )

/** Permanently removes up to `limit` articles and drafts of a company that is being removed. */
export async function purgeArticlesOfCompany(db: Db, companyId: string, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('articles')
    .where('id', 'in', (eb) => eb.selectFrom('articles').where('company_id', '=', companyId).select('id').limit(limit))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
