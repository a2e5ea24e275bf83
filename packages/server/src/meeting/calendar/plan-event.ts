/**
 * Makes the meetings of a person follow an event of their calendar: only the next wanted occurrence of an event becomes
 * a meeting. Idempotent; called whenever the event, the choice or a meeting changes.
 */
import { joinWindow } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { MeetingLink } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import type { Trx } from '../../platform/database/db.ts'
import { dropMeeting } from '../drop-meeting.ts'
import {
  findActiveCompany,
  hasOtherOwners,
  findSameMeeting,
  lockMeetingKey,
  rescheduleMeeting,
} from '../meeting-write.queries.ts'
import { lockMeeting } from '../state/meeting-state.queries.ts'
import { notifyMeetingsChanged } from '../state/notify-meetings.ts'
import { findMeetingTarget, addMeetingForUser } from '../add-meeting-for-user.ts'
import { listMeetingsOfEvent, lockEvent, type EventMeeting, type EventRow } from './calendar.queries.ts'
import type { Occurrence } from './read-calendar.ts'

/** Meetings are upcoming this long before they start. */
export const planAheadMs = 28 * 86_400_000

/** Returns when the event takes place next; null if it has no wanted occurrence. */
export async function planEvent(trx: Trx, eventId: string, now = new Date()): Promise<Date | null> {
  const event = await lockEvent(trx, eventId)
  if (event === null) return null
  const meetings = await listMeetingsOfEvent(trx, eventId)
  const next = event.isWanted ? findNext(event, meetings, now) : null
  let isPlanned = false
  for (const meeting of meetings.filter(({ isScheduled }) => isScheduled)) {
    if (next !== null && !isPlanned && (await follows(trx, event, meeting, next))) isPlanned = true
    else await dropScheduled(trx, event.userId, meeting.meetingId)
  }
  if (next === null) return null
  if (!isPlanned && next.startAt <= now.getTime() + planAheadMs) await planMeeting(trx, event, next)
  return new Date(next.startAt)
}

/** Neither deleted by the person nor recorded already. */
function findNext(event: EventRow, meetings: readonly EventMeeting[], now: Date): Occurrence | null {
  const past = meetings.filter(({ isScheduled }) => !isScheduled).map(({ occurrenceAt }) => occurrenceAt.getTime())
  const gone = new Set([...event.skipped, ...past])
  const earliest = now.getTime() - joinWindow.afterMs
  return event.occurrences.find(({ at, startAt }) => startAt > earliest && !gone.has(at)) ?? null
}

/** The upcoming meeting becomes this occurrence, unless colleagues have it too or it belongs elsewhere. */
async function follows(trx: Trx, event: EventRow, meeting: EventMeeting, next: Occurrence): Promise<boolean> {
  const link = linkOf(event, next)
  if (meeting.meetingKey !== link.key) return false
  const startAt = new Date(next.startAt)
  const isSame = meeting.occurrenceAt.getTime() === next.at && meeting.startAt.getTime() === next.startAt
  const locked = await lockMeeting(trx, meeting.meetingId)
  if (locked === null) return false
  // They left the company, which its bot would refuse.
  if ((await findActiveCompany(trx, event.userId, locked.companyId)) === null) return false
  if (!isSame) {
    if (await hasOtherOwners(trx, meeting.meetingId, event.userId)) return false
    await lockMeetingKey(trx, locked.companyId, link.key)
    const other = await findSameMeeting(trx, { companyId: locked.companyId, key: link.key, startAt })
    if (other !== null && other !== meeting.meetingId) return false
  }
  const { userId, recurrence } = event
  const title = next.title ?? event.title
  const occurrence = { eventId: event.id, at: new Date(next.at) }
  await rescheduleMeeting(trx, meeting.meetingId, { userId, occurrence, startAt, title, url: link.url, recurrence })
  await notifyMeetingsChanged(trx, locked.companyId)
  return true
}

async function planMeeting(trx: Trx, event: EventRow, next: Occurrence): Promise<void> {
  const { userId, recurrence } = event
  const target = await findMeetingTarget(trx, userId, event.companyId)
  // Not active in the company any more; the event stays for their return.
  if (target === null) return
  await addMeetingForUser(trx, {
    userId,
    target,
    link: linkOf(event, next),
    title: next.title ?? event.title,
    startAt: new Date(next.startAt),
    recurrence,
    occurrence: { eventId: event.id, at: new Date(next.at) },
  })
}

async function dropScheduled(trx: Trx, userId: string, meetingId: string): Promise<void> {
  const meeting = await lockMeeting(trx, meetingId)
  if (meeting === null || meeting.phase !== 'scheduled') return
  await dropMeeting(trx, userId, meeting)
}

const linkOf = ({ platform, url, meetingKey: key }: EventRow, { link }: Occurrence): MeetingLink =>
  link ?? { platform, url, key }
