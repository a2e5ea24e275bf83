/** Queries that articles run on recordings. */
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { VideoRow } from './video.queries.ts'

/** The company's recordings with these ids, in the order of the ids. */
export async function listVideos(db: Db, companyId: string, ids: readonly string[]): Promise<VideoRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('videos')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id::text = any(${ids}::text[])`)
    .selectAll()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type UsableVideos = { readonly companyId: string; readonly userId: string; readonly articleId: string | null }

/**
 * Which of these recordings the person may use in the article, with their durations in ms if known: their own uploads,
 * and those that a version of the article plays. Guessing the id of another person's recording gives no access to it.
 */
export async function listUsableVideos(
  db: Db,
  { companyId, userId, articleId }: UsableVideos,
  ids: readonly string[],
): Promise<Map<string, number | null>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; duration: number | null }>`
    select v.id, v.duration from videos v
    where v.company_id = ${companyId} and v.id::text = any(${ids}::text[]) and (
      v.user_id = ${userId}
      or v.article_id = ${articleId}::uuid
      or exists (
        select from article_versions av
        join articles a on a.id = av.article_id
        where (a.id = ${articleId}::uuid or a.id = (select d.original_id from articles d where d.id = ${articleId}::uuid))
          and jsonb_path_exists(
            av.content, '$.paragraphs.**.videoId ? (@ == $id)', jsonb_build_object('id', v.id::text)
          )
      )
    )
  `.execute(db)
  return new Map(rows.map(({ id, duration }) => [id, duration]))
}
