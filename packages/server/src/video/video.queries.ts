import type { RecordingMark } from '@knowreel/shared/video/paragraph/recording-marks.ts'
import type { StepHint } from '@knowreel/shared/video/step-hints.ts'
import type { Db, Trx } from '../platform/database/db.ts'

type NewVideo = {
  readonly id: string
  readonly companyId: string
  readonly userId: string
  readonly articleId: string | null
  readonly name: string | null
  readonly mime: string
  readonly size: number
  readonly partsHash: Buffer
  readonly originalKey: string
  readonly marks: readonly RecordingMark[]
  readonly stepHints: readonly StepHint[]
}

export async function insertVideo(trx: Trx, video: NewVideo): Promise<void> {
  await trx
    .insertInto('videos')
    .values({
      id: video.id,
      company_id: video.companyId,
      user_id: video.userId,
      article_id: video.articleId,
      name: video.name,
      mime: video.mime,
      size: video.size,
      parts_hash: video.partsHash,
      original_key: video.originalKey,
      marks: JSON.stringify(video.marks),
      step_hints: JSON.stringify(video.stepHints),
    })
    .execute()
}

/** The recording that accepting this list of parts created earlier. */
export async function findVideoByParts(db: Db, userId: string, partsHash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('videos')
    .where('user_id', '=', userId)
    .where('parts_hash', '=', partsHash)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function findVideo(db: Db, companyId: string, id: string) {
  const row = await db
    .selectFrom('videos')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .selectAll()
    .executeTakeFirst()
  return row ?? null
}
export type VideoRow = NonNullable<Awaited<ReturnType<typeof findVideo>>>

export async function findOriginalKey(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('videos').where('id', '=', id).select('original_key').executeTakeFirst()
  return row?.original_key ?? null
}
