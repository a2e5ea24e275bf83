import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** Names by key, for those of these files that were added to the article and are complete. */
export async function listFilesOfArticle(
  db: Db,
  articleId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; name: string }>`
    select f.key, f.name from files f
    join file_places p on p.file_id = f.id and p.article_id = ${articleId}
    where f.key = any(${keys}::text[]) and f.stored_at is not null
  `.execute(db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}
