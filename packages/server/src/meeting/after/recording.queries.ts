import { sql } from 'kysely'
import type { Member } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import type { SpeakerTurn } from '../bot/bot.queries.ts'

export type RecordedMeeting = {
  readonly id: string
  readonly companyId: string
  readonly organizerId: string
  readonly workspaceId: string | null
  readonly title: string
  readonly attempt: number
  readonly videoId: string | null
  readonly articleId: string | null
  /** The first part of the upload; null if it had not begun. */
  readonly firstPartId: string | null
  readonly mime: string | null
}

const selectRecorded = (db: Db) =>
  db
    .selectFrom('meetings')
    .select(['id', 'company_id as companyId', 'organizer_id as organizerId', 'workspace_id as workspaceId', 'title'])
    .select('attempt')
    .select(['video_id as videoId', 'article_id as articleId', 'first_part_id as firstPartId'])
    .select('recording_mime as mime')

export const findRecordedMeeting = async (db: Db, id: string): Promise<RecordedMeeting | null> =>
  (await selectRecorded(db).where('id', '=', id).executeTakeFirst()) ?? null

export async function saveRecording(
  trx: Trx,
  id: string,
  { articleId, videoId }: { articleId: string; videoId: string },
): Promise<void> {
  await trx
    .updateTable('meetings')
    .set({ article_id: articleId, video_id: videoId, heartbeat_at: null })
    .where('id', '=', id)
    .execute()
}

export async function findPersonalWorkspace(db: Db, { userId, company }: Member): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .where('company_id', '=', company.id)
    .where('owner_id', '=', userId)
    .where('visibility', '=', sql.lit('personal'))
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Drafts that were never published, of meetings that took place longer ago than their company keeps them. */
export async function listOutdatedDrafts(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from company_meeting_settings s
    join meetings m on m.company_id = s.company_id and m.status_order = 2
      and m.start_at < ${now}::timestamptz - s.retention_days * interval '1 day'
    join articles a on a.id = m.article_id and a.published_at is null and a.deleted_at is null
      and a.original_id is null
    where s.retention_days is not null order by m.start_at limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** How far the work after the call is. */
export type FollowedMeeting = {
  readonly id: string
  readonly phase: 'transcribing' | 'drafting'
  readonly videoStatus: 'processing' | 'finished' | 'error' | null
  /** Its sound is stored, so its transcript is at least requested. */
  readonly isHeard: boolean
  readonly isTranscribing: boolean
  /** In percent. */
  readonly transcribed: number
  /** The draft plays it. */
  readonly isInserted: boolean
}

const followed = (db: Db, where: ReturnType<typeof sql>) =>
  sql<FollowedMeeting>`
    select m.id, m.phase, v.status as "videoStatus",
      coalesce(v.status <> 'processing' and (v.has_audio is false or v.audio_key is not null or exists (
        select from video_steps s where s.video_id = v.id and s.step = 'audio' and s.status in ('done', 'failed', 'skipped')
      )), false) as "isHeard",
      coalesce(t.status in ('waiting', 'running'), false) as "isTranscribing",
      coalesce(t.progress, 0) as transcribed,
      coalesce(not a.is_not_uploaded_video, true) as "isInserted"
    from meetings m
    left join videos v on v.id = m.video_id
    left join transcripts t on t.video_id = m.video_id
    left join articles a on a.id = m.article_id
    where m.phase in ('transcribing', 'drafting') and ${where}
  `.execute(db)

export async function findFollowed(db: Db, videoId: string): Promise<FollowedMeeting | null> {
  const { rows } = await followed(db, sql`m.video_id = ${videoId}`)
  return rows[0] ?? null
}

export async function listFollowed(db: Db, limit: number): Promise<FollowedMeeting[]> {
  const { rows } = await followed(db, sql`m.deadline_at is not null order by m.deadline_at limit ${limit}`)
  return rows
}

/** Percent of the current phase; ignored once the phase has ended. */
export async function saveMeetingProgress(
  db: Db,
  { id, phase }: Pick<FollowedMeeting, 'id' | 'phase'>,
  progress: number,
): Promise<void> {
  await db.updateTable('meetings').set({ progress }).where('id', '=', id).where('phase', '=', phase).execute()
}

/** The meeting that became this recording. */
export async function findMeetingOfVideo(
  db: Db,
  videoId: string,
): Promise<{ meetingId: string; organizerId: string; companyId: string } | null> {
  const row = await db
    .selectFrom('meetings')
    .where('video_id', '=', videoId)
    .select(['id as meetingId', 'organizer_id as organizerId', 'company_id as companyId'])
    .executeTakeFirst()
  return row ?? null
}

export async function findSpeakers(db: Db, videoId: string): Promise<readonly SpeakerTurn[]> {
  const row = await db
    .selectFrom('meetings as m')
    .innerJoin('meeting_records as r', 'r.meeting_id', 'm.id')
    .where('m.video_id', '=', videoId)
    .select('r.speakers')
    .executeTakeFirst()
  return row?.speakers ?? []
}
