/** Every change of a meeting's state goes through here: the pure table decides, the row and the open pages follow. */
import { nextMeetingState, type MeetingEvent } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { Trx } from '../../platform/database/db.ts'
import { detachFromEvents, listEventsOfMeeting, skipOccurrence } from '../calendar/calendar.queries.ts'
import { planEvent } from '../calendar/plan-event.ts'
import { lockMeeting, saveMeetingState, type LockedMeeting } from './meeting-state.queries.ts'
import { notifyMeetingsChanged } from './notify-meetings.ts'

export type AppliedEvent = { readonly before: LockedMeeting; readonly after: LockedMeeting }

/** Null if the meeting is gone, or if the event changes nothing. */
export async function applyMeetingEvent(
  trx: Trx,
  id: string,
  event: MeetingEvent,
  now = new Date(),
): Promise<AppliedEvent | null> {
  const before = await lockMeeting(trx, id)
  if (before === null) return null
  const state = nextMeetingState(before, event, now)
  if (state === before) return null
  await saveMeetingState(trx, id, state)
  await notifyMeetingsChanged(trx, before.companyId)
  if (before.phase === 'scheduled') await planNextOccurrences(trx, id, now)
  // It is no occurrence of a series any more, whose next one is upcoming already.
  if (event.type === 'sentAgain') await separateFromSeries(trx, id)
  return { before, after: { ...before, ...state } }
}

async function separateFromSeries(trx: Trx, id: string): Promise<void> {
  for (const { eventId, occurrenceAt } of await listEventsOfMeeting(trx, id))
    await skipOccurrence(trx, eventId, occurrenceAt)
  await detachFromEvents(trx, id)
}

/** The next occurrence of a series is upcoming now. */
async function planNextOccurrences(trx: Trx, id: string, now: Date): Promise<void> {
  for (const { eventId } of await listEventsOfMeeting(trx, id)) await planEvent(trx, eventId, now)
}
