import type { Trx } from '../../platform/database/db.ts'
import { dropMeeting } from '../drop-meeting.ts'
import { lockMeeting } from '../state/meeting-state.queries.ts'
import { listMeetingsOfEvent, lockEvent } from './calendar.queries.ts'

/** The person does not have its upcoming meetings any more. */
export async function dropEvent(trx: Trx, eventId: string): Promise<void> {
  const event = await lockEvent(trx, eventId)
  if (event === null) return
  for (const { meetingId, isScheduled } of await listMeetingsOfEvent(trx, eventId)) {
    const meeting = isScheduled ? await lockMeeting(trx, meetingId) : null
    if (meeting !== null) await dropMeeting(trx, event.userId, meeting)
  }
}
