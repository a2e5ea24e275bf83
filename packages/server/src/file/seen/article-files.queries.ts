import { thumbnailWidths } from '@knowreel/shared/file/file.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { FileKey } from '../../platform/files/index.ts'
import { pathToKey } from '../file-path.ts'

/** Wide enough for every page. */
const pageWidth = Math.max(...thumbnailWidths)

/**
 * The key of the picture with this path, or of a smaller copy that is wide enough for a page. Null if the picture may
 * not be shown in this article or draft: knowing a path gives no access.
 */
export async function findPagePicture(db: Db, articleId: string, path: string): Promise<FileKey | null> {
  const key = pathToKey(path)
  if (key === null) return null
  const { rows } = await sql<{ key: FileKey }>`
    select coalesce((
      select t.key from file_thumbnails t
      where t.file_id = f.id and t.stored_at is not null and t.width >= ${pageWidth} order by t.width limit 1
    ), f.key) as key
    from articles a
    join file_places p on p.article_id = coalesce(a.original_id, a.id)
    join files f on f.id = p.file_id
    where a.id = ${articleId} and f.key = ${key} and f.kind = 'image' and f.stored_at is not null
  `.execute(db)
  return rows[0]?.key ?? null
}

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
