/**
 * Deletes meetings. Somebody who has a meeting gives it up: the bot still comes for the others who have it, and the next
 * of them becomes its organizer. Admins of the workspace who do not have it delete it for everyone.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { statusOfPhase, type MeetingStatus } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { Member } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { deleteMeetingRow, deleteOwner, handOverMeeting, listOwners } from './meeting-write.queries.ts'
import { applyMeetingEvent, notifyMeetingsChanged } from './state/apply-event.ts'
import { lockMeeting, type LockedMeeting } from './state/meeting-state.queries.ts'
import { findMeetingTarget } from './take-meeting.ts'

type Removal = {
  readonly id: string
  /** As the person saw it; absent parts are not compared. */
  readonly shown: { readonly status?: MeetingStatus | undefined; readonly recurrence?: string | null | undefined }
}

export const removeMeeting = (db: Db, actor: Member, { id, shown }: Removal): Promise<void> =>
  runTransaction(db, async (trx) => {
    const meeting = await lockRemovable(trx, id, shown)
    await giveUp(trx, actor.userId, meeting)
    await notifyMeetingsChanged(trx, meeting.companyId)
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

async function giveUp(trx: Trx, userId: string, meeting: LockedMeeting): Promise<void> {
  const owners = await listOwners(trx, meeting.id)
  const others = owners.filter((id) => id !== userId)
  if (!owners.includes(userId) || others.length === 0) return deleteMeetingRow(trx, meeting.id)
  await deleteOwner(trx, meeting.id, userId)
  if (meeting.organizerId !== userId) return
  for (const organizerId of others) {
    const target = await findMeetingTarget(trx, organizerId, meeting.companyId)
    if (target === null) continue
    const workspaceId = target.company.id === meeting.companyId ? target.workspaceId : null
    return handOverMeeting(trx, meeting.id, { organizerId, workspaceId })
  }
  // None of the others is active in the company any more.
  await deleteMeetingRow(trx, meeting.id)
}

/** Throws if the meeting neither failed nor was missed by everyone. */
export const sendBotAgain = (db: Db, id: string): Promise<void> =>
  runTransaction(db, async (trx) => {
    if ((await applyMeetingEvent(trx, id, { type: 'sentAgain' })) === null) throw new AppError('meeting_changed')
  })
