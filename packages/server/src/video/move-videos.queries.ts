/** Moves and copies recordings to another company, together with the articles that play them. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Trx } from '../platform/database/db.ts'

export async function moveVideos(trx: Trx, ids: readonly string[], companyId: string): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('videos').set({ company_id: companyId }).where('id', 'in', ids).execute()
  await trx.updateTable('video_parts').set({ company_id: companyId }).where('video_id', 'in', ids).execute()
}

/**
 * Copies the recordings to another company: new rows that name the same files, which are kept as long as any row names
 * them. A step that is still running counts as failed in the copy, where it can be retried. Returns the ids of the
 * copies by the ids of the originals.
 */
export async function copyVideos(trx: Trx, ids: readonly string[], companyId: string): Promise<Map<string, string>> {
  const copies = new Map(ids.map((id) => [id, newId()]))
  for (const [from, to] of copies) {
    await sql`
      insert into videos (id, company_id, user_id, article_id, name, mime, status, error, size, parts_hash, duration, stated_duration, width,
        height, has_audio, original_key, main_key, first_key, first_mime, poster_key, storyboard_key, storyboard, peaks_key, audio_key,
        created_at)
      select ${to}, ${companyId}, user_id, null, name, mime,
        case when status = 'processing' then 'error' else status end,
        case when status = 'processing' then 'video_failed' else error end,
        size, ${createHash('sha256').update(to).digest()}, duration, stated_duration, width,
        height, has_audio, original_key, main_key, first_key, first_mime, poster_key, storyboard_key, storyboard, peaks_key, audio_key,
        created_at
      from videos where id = ${from}
    `.execute(trx)
    await sql`
      insert into video_steps (video_id, step, status, attempts, progress, error, started_at, finished_at)
      select ${to}, step, case when status in ('waiting', 'running') then 'failed' else status end, attempts, progress,
        case when status in ('waiting', 'running') then 'video_failed' else error end, started_at, finished_at
      from video_steps where video_id = ${from}
    `.execute(trx)
  }
  return copies
}
