/** Deletes meetings, of a series one occurrence or all from now on, and sends bots again. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { statusOfPhase, type MeetingStatus } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { Member } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { listEventsOfMeeting, setEventSelected, skipOccurrence } from './calendar/calendar.queries.ts'
import { dropEvent } from './calendar/drop-event.ts'
import { planEvent } from './calendar/plan-event.ts'
import { dropMeeting } from './drop-meeting.ts'
import { listOwners } from './meeting-write.queries.ts'
import { applyMeetingEvent } from './state/apply-event.ts'
import { lockMeeting, type LockedMeeting } from './state/meeting-state.queries.ts'

type Removal = {
  readonly id: string
  /** Every occurrence from now on. */
  readonly isAll: boolean
  /** As the person saw it; absent parts are not compared. */
  readonly shown: { readonly status?: MeetingStatus | undefined; readonly recurrence?: string | null | undefined }
}

/** Returns when the series takes place next; null if it does not, or if there is no series. */
export const removeMeeting = (db: Db, actor: Member, { id, isAll, shown }: Removal): Promise<Date | null> =>
  runTransaction(db, async (trx) => {
    const meeting = await lockRemovable(trx, id, shown)
    const owners = await listOwners(trx, id)
    const events = await listEventsOfMeeting(trx, id)
    // Admins who do not have the meeting delete it for everyone.
    const leaving = owners.length === 0 || owners.includes(actor.userId) ? [actor.userId] : owners.toSorted()
    let next: Date | null = null
    for (const userId of leaving) {
      const event = events.find((one) => one.userId === userId)
      if (event && isAll) {
        await setEventSelected(trx, event.eventId, false)
        await dropEvent(trx, event.eventId)
      } else if (event) {
        await skipOccurrence(trx, event.eventId, event.occurrenceAt)
        const planned = meeting.phase === 'scheduled' ? await planEvent(trx, event.eventId) : null
        next ??= planned
      }
      // Meetings that are over, and meetings that were added by their link, belong to no event.
      const left = event && meeting.phase === 'scheduled' ? null : await lockMeeting(trx, id)
      if (left !== null) await dropMeeting(trx, userId, left)
    }
    return next
  })

async function lockRemovable(trx: Trx, id: string, shown: Removal['shown']): Promise<LockedMeeting> {
  const meeting = await lockMeeting(trx, id)
  if (meeting === null) throw new AppError('not_found')
  const status = statusOfPhase[meeting.phase]
  if (status === 'processing') throw new AppError('meeting_processing')
  const isStale =
    (shown.status !== undefined && shown.status !== status) ||
    (shown.recurrence !== undefined && shown.recurrence !== meeting.recurrence)
  if (isStale) throw new AppError('meeting_changed')
  return meeting
}

/** Throws if the meeting neither failed nor was missed by everyone. */
export const sendBotAgain = (db: Db, id: string): Promise<void> =>
  runTransaction(db, async (trx) => {
    if ((await applyMeetingEvent(trx, id, { type: 'sentAgain' })) === null) throw new AppError('meeting_changed')
  })
