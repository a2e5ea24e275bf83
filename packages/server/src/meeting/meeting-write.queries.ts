import type { MeetingLink } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import { deadlineOf } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { isUuid, newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'

/** A company in which the person is active; null for any other. */
export async function findActiveCompany(
  db: Db,
  userId: string,
  companyId: string,
): Promise<{ id: string; title: string } | null> {
  if (!isUuid(companyId)) return null
  const row = await db
    .selectFrom('company_members as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .where('m.user_id', '=', userId)
    .where('m.company_id', '=', companyId)
    .where('m.status', '=', 'active')
    .where('c.is_activated', '=', true)
    .select(['c.id', 'c.title'])
    .executeTakeFirst()
  return row ?? null
}

/** Two people who add one meeting at the same time get one row. */
export async function lockMeetingKey(trx: Trx, companyId: string, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${companyId} ${key}`}, 0))`.execute(trx)
}

/** A meeting of this key around this time that is upcoming or being processed. */
export async function findSameMeeting(
  trx: Trx,
  { companyId, key, startAt }: { companyId: string; key: string; startAt: Date },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from meetings
    where company_id = ${companyId} and meeting_key = ${key} and status_order < 2
      and start_at between ${startAt}::timestamptz - interval '30 minutes'
        and ${startAt}::timestamptz + interval '30 minutes'
    order by abs(extract(epoch from start_at - ${startAt}::timestamptz)), id limit 1
  `.execute(trx)
  return rows[0]?.id ?? null
}

export type NewMeeting = {
  readonly companyId: string
  readonly organizerId: string
  readonly workspaceId: string | null
  readonly title: string
  readonly link: MeetingLink
  readonly startAt: Date
  readonly recurrence: string | null
}

export async function insertMeeting(trx: Trx, meeting: NewMeeting): Promise<string> {
  const id = newId()
  const { startAt, link } = meeting
  await trx
    .insertInto('meetings')
    .values({
      id,
      company_id: meeting.companyId,
      organizer_id: meeting.organizerId,
      workspace_id: meeting.workspaceId,
      title: meeting.title,
      platform: link.platform,
      url: link.url,
      meeting_key: link.key,
      start_at: startAt,
      recurrence: meeting.recurrence,
      due_at: startAt,
      deadline_at: deadlineOf('scheduled', startAt, startAt),
    })
    .execute()
  return id
}

/** An event of a calendar takes place then; named by the start that its series gives it. */
export type EventOccurrence = { readonly eventId: string; readonly at: Date }

/** False if the person had it already. */
export async function insertOwner(
  trx: Trx,
  meetingId: string,
  userId: string,
  occurrence: EventOccurrence | null,
): Promise<boolean> {
  const from = occurrence && { event_id: occurrence.eventId, occurrence_at: occurrence.at }
  const result = await trx
    .insertInto('meeting_owners')
    .values({ meeting_id: meetingId, user_id: userId, ...from })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function deleteOwner(trx: Trx, meetingId: string, userId: string): Promise<void> {
  await trx.deleteFrom('meeting_owners').where('meeting_id', '=', meetingId).where('user_id', '=', userId).execute()
}

/** The members who have the meeting, longest first. */
export async function listOwners(trx: Trx, meetingId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('meeting_owners')
    .where('meeting_id', '=', meetingId)
    .select('user_id')
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id: id }) => id)
}

export const hasOtherOwners = async (trx: Trx, meetingId: string, userId: string): Promise<boolean> =>
  (await listOwners(trx, meetingId)).some((id) => id !== userId)

/** To another person, with their workspace. */
export async function handOverMeeting(
  trx: Trx,
  meetingId: string,
  { organizerId, workspaceId }: { organizerId: string; workspaceId: string | null },
): Promise<void> {
  await trx.deleteFrom('bot_configs').where('meeting_id', '=', meetingId).execute()
  await trx
    .updateTable('meetings')
    .set({ organizer_id: organizerId, workspace_id: workspaceId })
    .where('id', '=', meetingId)
    .execute()
}

type Rescheduling = {
  readonly userId: string
  readonly occurrence: EventOccurrence
  readonly startAt: Date
  readonly title: string
  readonly url: string
  readonly recurrence: string | null
}

/** An upcoming meeting takes place at another time, or is another occurrence of its series. */
export async function rescheduleMeeting(trx: Trx, meetingId: string, change: Rescheduling): Promise<void> {
  const { userId, occurrence, startAt, title, url, recurrence } = change
  await trx
    .updateTable('meetings')
    .set({ start_at: startAt, due_at: startAt, deadline_at: deadlineOf('scheduled', startAt, startAt) })
    .set({ title, url, recurrence })
    .where('id', '=', meetingId)
    .execute()
  await trx
    .updateTable('meeting_owners')
    .set({ event_id: occurrence.eventId, occurrence_at: occurrence.at })
    .where('meeting_id', '=', meetingId)
    .where('user_id', '=', userId)
    .execute()
}

/** The meeting of another company that this one would double there; its key is locked in any case. */
export async function lockSameMeeting(trx: Trx, meetingId: string, companyId: string): Promise<string | null> {
  const { meeting_key: key, start_at: startAt } = await trx
    .selectFrom('meetings')
    .where('id', '=', meetingId)
    .select(['meeting_key', 'start_at'])
    .executeTakeFirstOrThrow()
  await lockMeetingKey(trx, companyId, key)
  return findSameMeeting(trx, { companyId, key, startAt })
}

/** The person, who alone has the one meeting, has the other one instead. */
export async function joinMeeting(
  trx: Trx,
  { from, to, userId }: { from: string; to: string; userId: string },
): Promise<void> {
  const owner = await trx
    .selectFrom('meeting_owners')
    .where('meeting_id', '=', from)
    .where('user_id', '=', userId)
    .select(['event_id', 'occurrence_at'])
    .executeTakeFirst()
  const { event_id: eventId = null, occurrence_at: at = null } = owner ?? {}
  const occurrence = eventId !== null && at !== null ? { eventId, at } : null
  const isNew = await insertOwner(trx, to, userId, occurrence)
  // Whoever had it by its link has it from their calendar now, and follows that when it changes.
  if (!isNew && occurrence !== null)
    await trx
      .updateTable('meeting_owners')
      .set({ event_id: occurrence.eventId, occurrence_at: occurrence.at })
      .where('meeting_id', '=', to)
      .where('user_id', '=', userId)
      .where('event_id', 'is', null)
      .execute()
  await deleteMeetingRow(trx, from)
}

export async function moveMeeting(
  trx: Trx,
  meetingId: string,
  { companyId, workspaceId }: { companyId: string; workspaceId: string | null },
): Promise<void> {
  await trx
    .updateTable('meetings')
    .set({ company_id: companyId, workspace_id: workspaceId })
    .where('id', '=', meetingId)
    .execute()
}

export async function deleteMeetingRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('meetings').where('id', '=', id).execute()
}
