/**
 * Which files the notes and covers of articles name. They contain paths as text, so they are searched as text, whatever
 * element holds them.
 */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

const notePathPattern = sql.raw(`'/files/((?:images|attachments)/[0-9a-f]{2}/[0-9a-f-]{36}\\.[a-z]{3,4})'`)

/** The keys that each of these articles shows to its readers. */
export const listShownKeys = (db: Db, articleIds: readonly string[]): Promise<Map<string, Set<string>>> =>
  listKeysIn(
    db,
    articleIds,
    sql`
      select t.article_id, t.content from text_tabs t where t.article_id = any(${articleIds}::uuid[])
      union all
      select a.id, a.cover from articles a where a.id = any(${articleIds}::uuid[]) and a.cover is not null
    `,
  )

/** The keys that versions of these articles contain. */
export const listVersionKeys = (db: Db, articleIds: readonly string[]): Promise<Map<string, Set<string>>> =>
  listKeysIn(
    db,
    articleIds,
    sql`select v.article_id, v.content from article_versions v where v.article_id = any(${articleIds}::uuid[])`,
  )

async function listKeysIn(
  db: Db,
  articleIds: readonly string[],
  contents: ReturnType<typeof sql>,
): Promise<Map<string, Set<string>>> {
  if (articleIds.length === 0) return new Map()
  const { rows } = await sql<{ articleId: string; keys: string[] }>`
    select c.article_id as "articleId", array_agg(distinct found[1]) as keys
    from (${contents}) c, regexp_matches(c.content::text, ${notePathPattern}, 'g') found
    group by c.article_id
  `.execute(db)
  return new Map(rows.map(({ articleId, keys }) => [articleId, new Set(keys)]))
}
