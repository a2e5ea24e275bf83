/** Every change of a meeting's state goes through here: the pure table decides, the row and the open pages follow. */
import { nextMeetingState, type MeetingEvent } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { Trx } from '../../platform/database/db.ts'
import { emitLive } from '../../platform/database/live-events.ts'
import { lockMeeting, saveMeetingState, type LockedMeeting } from './meeting-state.queries.ts'

/** Pages of the company fetch its meetings again; who sees which is decided there. */
export const notifyMeetingsChanged = (trx: Trx, companyId: string): Promise<void> =>
  emitLive(trx, { type: 'meetings', keys: [companyId] })

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
  return { before, after: { ...before, ...state } }
}
