import type { MeetingPlatform } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import type { CalendarSelection } from '@knowreel/shared/meeting/calendar.calls.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'
import type { CalendarEvent, Occurrence } from './read-calendar.ts'

export type FeedRow = {
  userId: string
  companyId: string
  /** Sealed. */
  url: Buffer
  host: string
  selection: CalendarSelection
  etag: string | null
  readAt: Date | null
  failures: number
  error: 'unreachable' | 'unreadable' | null
  /** The person is active in its company. */
  isUsed: boolean
}

/** Feeds and events wait in a company that their person has left. */
const isMember = (owned: 'calendar_feeds' | 'e') => sql<boolean>`exists (select from company_members m
  where m.user_id = ${sql.ref(`${owned}.user_id`)} and m.company_id = ${sql.ref(`${owned}.company_id`)} and m.status = 'active')`

const selectFeeds = (db: Db) =>
  db
    .selectFrom('calendar_feeds')
    .select(['user_id as userId', 'company_id as companyId', 'url', 'host', 'selection', 'etag', 'read_at as readAt'])
    .select(['failures', 'error', isMember('calendar_feeds').as('isUsed')])

export const findFeed = async (db: Db, userId: string): Promise<FeedRow | null> =>
  (await selectFeeds(db).where('user_id', '=', userId).executeTakeFirst()) ?? null

export const lockFeed = async (trx: Trx, userId: string): Promise<FeedRow | null> =>
  (await selectFeeds(trx).where('user_id', '=', userId).forUpdate().executeTakeFirst()) ?? null

type NewFeed = Pick<FeedRow, 'userId' | 'companyId' | 'url' | 'host'>

/** Replaces the former feed of the person; its choice stays. */
export async function saveFeed(trx: Trx, { userId, companyId, url, host }: NewFeed): Promise<void> {
  const row = { company_id: companyId, url, host, etag: null, read_at: null, failures: 0, error: null }
  await trx
    .insertInto('calendar_feeds')
    .values({ user_id: userId, ...row, next_check_at: new Date() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...row, next_check_at: new Date() }))
    .execute()
}

export async function saveSelection(trx: Trx, userId: string, selection: CalendarSelection): Promise<void> {
  await trx.updateTable('calendar_feeds').set({ selection }).where('user_id', '=', userId).execute()
}

export async function deleteFeed(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

type CheckedFeed = {
  readonly etag?: string | null
  readonly readAt?: Date
  readonly failures: number
  readonly error: FeedRow['error']
  readonly nextCheckAt: Date
}

export async function saveFeedCheck(trx: Trx, userId: string, checked: CheckedFeed): Promise<void> {
  const { etag, readAt, failures, error, nextCheckAt } = checked
  await trx
    .updateTable('calendar_feeds')
    .set({
      failures,
      error,
      next_check_at: nextCheckAt,
      ...(etag === undefined ? {} : { etag }),
      ...(readAt === undefined ? {} : { read_at: readAt }),
    })
    .where('user_id', '=', userId)
    .execute()
}

/** Feeds that are to be fetched now; they are not due again for a while. */
export async function claimDueFeeds(
  db: Db,
  now: Date,
  { limit, perCompany }: { readonly limit: number; readonly perCompany: number },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update calendar_feeds set next_check_at = ${now}::timestamptz + interval '15 minutes'
    where user_id in (
      select user_id from calendar_feeds where user_id in (
        select user_id from (
          select user_id, row_number() over (partition by company_id order by next_check_at, user_id) as number
          from calendar_feeds where next_check_at <= ${now}
        ) as due where number <= ${perCompany}
      ) order by next_check_at limit ${limit} for update skip locked
    ) returning user_id
  `.execute(db)
  return rows.map(({ user_id: id }) => id)
}

export type EventOrigin = 'feed' | 'mail'

export type EventRow = {
  id: string
  userId: string
  companyId: string
  origin: EventOrigin
  sequence: number
  title: string
  organizer: string | null
  attendees: CalendarEvent['attendees']
  platform: MeetingPlatform
  url: string
  meetingKey: string
  recurrence: string | null
  occurrences: readonly Occurrence[]
  isSelected: boolean | null
  /** Occurrences that were deleted or have meetings of their own, in milliseconds. */
  skipped: readonly number[]
  /** Whether the person sends the bot: as they chose for the event, otherwise as for the feed. */
  isWanted: boolean
}

/** The person organizes it, or nobody is named. */
const isMine = sql`(e.organizer is null or e.organizer = lower(u.email))`

const selectEvents = (db: Db) =>
  db
    .selectFrom('calendar_events as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('calendar_feeds as f', (join) => join.onRef('f.user_id', '=', 'e.user_id').on('e.origin', '=', 'feed'))
    .select(['e.id', 'e.user_id as userId', 'e.company_id as companyId', 'e.origin', 'e.sequence', 'e.title'])
    .select(['e.organizer', 'e.attendees', 'e.platform', 'e.url', 'e.meeting_key as meetingKey', 'e.recurrence'])
    .select(['e.occurrences', 'e.is_selected as isSelected', 'e.skipped'])
    .select(
      sql<boolean>`coalesce(e.is_selected, e.origin = 'mail' or f.selection = 'all'
        or (f.selection = 'mine' and ${isMine}), false)`.as('isWanted'),
    )

export const lockEvent = async (trx: Trx, id: string): Promise<EventRow | null> =>
  (await selectEvents(trx).where('e.id', '=', id).forUpdate('e').executeTakeFirst()) ?? null

export const findEvent = async (db: Db, { userId, id }: { userId: string; id: string }): Promise<EventRow | null> =>
  (await selectEvents(db)
    .where('e.id', '=', id)
    .where('e.user_id', '=', userId)
    .where(isMember('e'))
    .executeTakeFirst()) ?? null

/** Events of the person's feed and invitations that have an occurrence in this time. */
export async function listOfferedEvents(
  db: Db,
  userId: string,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<EventRow[]> {
  return selectEvents(db)
    .where('e.user_id', '=', userId)
    .where(isMember('e'))
    .where('e.next_at', '<=', to)
    .where('e.last_at', '>=', from)
    .orderBy('e.next_at')
    .orderBy('e.id')
    .limit(limit)
    .execute()
}

export async function listEventIds(db: Db, userId: string, origin: EventOrigin): Promise<string[]> {
  const rows = await db
    .selectFrom('calendar_events')
    .where('user_id', '=', userId)
    .where('origin', '=', origin)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type StoredEvent = {
  userId: string
  companyId: string
  origin: EventOrigin
  event: CalendarEvent
  source?: string
  unseenSince?: Date
}

/**
 * An older version than the known one changes nothing, unless that was last seen before `unseenSince`. Returns the id,
 * null if nothing changed.
 */
export async function saveEvent(
  trx: Trx,
  { userId, companyId, origin, event, source, unseenSince = new Date(0) }: StoredEvent,
): Promise<string | null> {
  const { occurrences } = event
  const row = {
    company_id: companyId,
    sequence: event.sequence,
    title: event.title,
    organizer: event.organizer,
    attendees: JSON.stringify(event.attendees),
    platform: event.link.platform,
    url: event.link.url,
    meeting_key: event.link.key,
    recurrence: event.recurrence,
    occurrences: JSON.stringify(occurrences),
    next_at: toDate(occurrences[0]?.startAt),
    last_at: toDate(occurrences.at(-1)?.startAt),
    source: source ?? null,
    updated_at: new Date(),
  }
  const saved = await trx
    .insertInto('calendar_events')
    .values({ id: newId(), user_id: userId, origin, uid: event.uid, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'origin', 'uid'])
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('calendar_events.sequence', '<=', event.sequence),
            eb('calendar_events.updated_at', '<', unseenSince),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return saved?.id ?? null
}

const toDate = (time: number | undefined): Date | null => (time === undefined ? null : new Date(time))

export async function deleteEvents(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('calendar_events').where('id', 'in', ids).execute()
}

/**
 * Clears events that left the calendar. The person's choices, and which events were recorded, stay for 60 days, so a
 * calendar that returns the events does not bring back what was deleted.
 */
export async function forgetEvents(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update calendar_events set occurrences = '[]', next_at = null, last_at = null, sequence = 0, updated_at = now()
    where id = any(${ids}::uuid[]) and occurrences <> '[]'
  `.execute(trx)
  await sql`
    delete from calendar_events e where id = any(${ids}::uuid[]) and (updated_at < now() - interval '60 days'
      or (skipped = '[]' and is_selected is null and not exists (select from meeting_owners o where o.event_id = e.id)))
  `.execute(trx)
}

/** Events of the feed that it no longer has. */
export async function listGoneEvents(trx: Trx, userId: string, uids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from calendar_events
    where user_id = ${userId} and origin = 'feed' and not (uid = any(${uids}::text[])) order by id
  `.execute(trx)
  return rows.map(({ id }) => id)
}

export async function setEventSelected(trx: Trx, id: string, isSelected: boolean | null): Promise<void> {
  await trx.updateTable('calendar_events').set({ is_selected: isSelected }).where('id', '=', id).execute()
}

export async function skipOccurrence(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`
    update calendar_events set skipped = skipped || to_jsonb(${at.getTime()}::bigint)
    where id = ${id} and not skipped @> to_jsonb(${at.getTime()}::bigint)
  `.execute(trx)
}

/** A meeting that the person has because of an event. */
export type EventMeeting = {
  meetingId: string
  occurrenceAt: Date
  isScheduled: boolean
  startAt: Date
  meetingKey: string
}

export async function listMeetingsOfEvent(trx: Trx, eventId: string): Promise<EventMeeting[]> {
  const { rows } = await sql<EventMeeting>`
    select m.id as "meetingId", o.occurrence_at as "occurrenceAt", m.phase = 'scheduled' as "isScheduled",
      m.start_at as "startAt", m.meeting_key as "meetingKey"
    from meeting_owners o join meetings m on m.id = o.meeting_id
    where o.event_id = ${eventId} and o.occurrence_at is not null order by m.start_at, m.id
  `.execute(trx)
  return rows
}

/** The events through which members have a meeting. */
export async function listEventsOfMeeting(
  trx: Trx,
  meetingId: string,
): Promise<{ eventId: string; userId: string; occurrenceAt: Date }[]> {
  const { rows } = await sql<{ eventId: string; userId: string; occurrenceAt: Date }>`
    select event_id as "eventId", user_id as "userId", occurrence_at as "occurrenceAt" from meeting_owners
    where meeting_id = ${meetingId} and event_id is not null and occurrence_at is not null order by user_id
  `.execute(trx)
  return rows
}

/** Meetings until then that the person has because of their feed. */
export async function countWantedMeetings(db: Db, userId: string, until: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from meeting_owners o
    join calendar_events e on e.id = o.event_id and e.origin = 'feed'
    join meetings m on m.id = o.meeting_id
    where o.user_id = ${userId} and m.phase = 'scheduled' and m.start_at < ${until}
  `.execute(db)
  return rows[0]?.count ?? 0
}

export async function detachFromEvents(trx: Trx, meetingId: string): Promise<void> {
  await trx
    .updateTable('meeting_owners')
    .set({ event_id: null, occurrence_at: null })
    .where('meeting_id', '=', meetingId)
    .execute()
}
