import type { Trx } from '../platform/database/db.ts'
import { deleteMeetingRow, deleteOwner, handOverMeeting, listOwners } from './meeting-write.queries.ts'
import type { LockedMeeting } from './state/meeting-state.queries.ts'
import { notifyMeetingsChanged } from './state/notify-meetings.ts'
import { findMeetingTarget } from './add-meeting-for-user.ts'

/**
 * Removes the meeting for one person. The bot still comes for the others who have it, and the next of them becomes its
 * organizer. The meeting is deleted if nobody else has it, or if `userId` does not have it (an admin).
 */
export async function dropMeeting(trx: Trx, userId: string, meeting: LockedMeeting): Promise<void> {
  await notifyMeetingsChanged(trx, meeting.companyId)
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
