import type { Db } from '../platform/database/db.ts'

/** Removes articles and drafts that were deleted before this time, with all that hangs on them; at most `limit`. */
export async function purgeArticles(db: Db, deletedBefore: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('articles')
    .where('id', 'in', (eb) =>
      eb.selectFrom('articles').where('deleted_at', '<', deletedBefore).select('id').orderBy('deleted_at').limit(limit),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
