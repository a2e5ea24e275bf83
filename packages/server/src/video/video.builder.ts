/** Recordings for tests and the demo company. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { randomBytes } from 'node:crypto'
import type { Db } from '../platform/database/db.ts'
import type { VideosTable } from './video.tables.ts'

type VideoOverrides = { readonly userId?: string; readonly size?: number } & Partial<
  Pick<VideosTable, 'name' | 'article_id' | 'original_key' | 'main_key' | 'duration' | 'width' | 'height' | 'has_audio'>
>

/** Returns its id. With a `main_key` the recording is playable. */
export async function buildVideo(db: Db, company: { id: string }, overrides: VideoOverrides = {}): Promise<string> {
  const { userId = null, size = 1, main_key = null, ...rest } = overrides
  const id = newId()
  await db
    .insertInto('videos')
    .values({
      ...rest,
      id,
      company_id: company.id,
      user_id: userId,
      mime: 'video/mp4',
      size,
      parts_hash: randomBytes(32),
      main_key,
      status: main_key === null ? 'processing' : 'finished',
    })
    .execute()
  return id
}
