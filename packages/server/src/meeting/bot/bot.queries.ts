import { botPhases, heartbeat, joinWindow, type MeetingPhase } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { MeetingPlatform } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'

/** The facts of a meeting that its bot needs. */
export type DueMeeting = {
  readonly id: string
  readonly companyId: string
  readonly organizerId: string
  readonly platform: MeetingPlatform
  readonly url: string
}

/** A meeting that is due and that no other process is claiming; locked until the transaction ends. */
export async function lockDueMeeting(trx: Trx, now: Date): Promise<DueMeeting | null> {
  const due = new Date(now.getTime() + joinWindow.beforeMs)
  const { rows } = await sql<DueMeeting>`
    select id, company_id as "companyId", organizer_id as "organizerId", platform, url from meetings
    where phase = 'scheduled' and due_at <= ${due} and deadline_at > ${now} order by due_at, id limit 1 for update skip locked
  `.execute(trx)
  return rows[0] ?? null
}

/** For whom the bot records, as it says. */
export async function findNames(
  db: Db,
  { organizerId, companyId }: { organizerId: string; companyId: string },
): Promise<{ organizer: string; company: string }> {
  const { firstName, lastName, company } = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', (join) => join.on('c.id', '=', companyId))
    .where('u.id', '=', organizerId)
    .select(['u.first_name as firstName', 'u.last_name as lastName', 'c.title as company'])
    .executeTakeFirstOrThrow()
  return { organizer: `${firstName} ${lastName}`.trim(), company }
}

/** Starts a new attempt with a fresh heartbeat. */
export async function resetRecording(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('meetings')
    .set({ heartbeat_at: sql<Date>`now()`, first_part_id: null, recording_mime: null })
    .set({ article_id: null, video_id: null })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('meeting_records').where('meeting_id', '=', id).execute()
}

/** Phases in which a process works on the meeting. */
const livePhases: readonly MeetingPhase[] = [...botPhases, 'uploading']

/** False if the meeting does not belong to this bot any more. */
export async function saveHeartbeat(
  db: Db,
  { id, attempt }: { id: string; attempt: number },
  phases = livePhases,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('meetings')
    .set({ heartbeat_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('phase', 'in', phases)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function endHeartbeat(db: Db, id: string): Promise<void> {
  await db.updateTable('meetings').set({ heartbeat_at: null }).where('id', '=', id).execute()
}

/** Meetings whose bot gave no sign of life for too long. */
export async function listLostBots(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from meetings
    where heartbeat_at < now() - ${heartbeat.lostAfterMs / 1000}::int * interval '1 second'
    order by heartbeat_at limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** A process reported within this time that it works on the meeting. */
export async function isBotAlive(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ isAlive: boolean }>`
    select coalesce(heartbeat_at >= now() - ${heartbeat.lostAfterMs / 1000}::int * interval '1 second', false) as "isAlive"
    from meetings where id = ${id}
  `.execute(db)
  return rows[0]?.isAlive ?? false
}

export async function saveFirstPart(
  db: Db,
  { id, attempt }: { id: string; attempt: number },
  { partId, mime }: { partId: string; mime: string },
): Promise<void> {
  await db
    .updateTable('meetings')
    .set({ first_part_id: partId, recording_mime: mime })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
}

export type SeenParticipant = { readonly name: string; readonly from: number; readonly to: number }
export type SpeakerTurn = { readonly at: number; readonly name: string | null }

export async function saveMeetingRecord(
  db: Db,
  meetingId: string,
  { participants, speakers }: { participants: readonly SeenParticipant[]; speakers: readonly SpeakerTurn[] },
): Promise<void> {
  const row = { participants: JSON.stringify(participants), speakers: JSON.stringify(speakers) }
  await db
    .insertInto('meeting_records')
    .values({ meeting_id: meetingId, ...row })
    .onConflict((conflict) => conflict.column('meeting_id').doUpdateSet(row))
    .execute()
}
