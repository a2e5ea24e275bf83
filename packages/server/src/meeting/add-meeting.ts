import { AppError } from '@knowreel/shared/error/app-error.ts'
import { parseMeetingLink } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import { joinWindow } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { findMeetingTarget, addMeetingForUser, type MeetingTarget } from './add-meeting-for-user.ts'

type Adding = { readonly db: Db; readonly jitsiHosts: readonly string[] }

type AddedMeeting = { url: string; title?: string | null | undefined; startAt?: string | null | undefined }

/** The farthest time for which a bot can be sent. */
const maxAheadMs = 366 * 86_400_000

export async function addMeeting(
  { db, jitsiHosts }: Adding,
  actor: Member,
  { url, title, startAt: startText }: AddedMeeting,
  now = new Date(),
): Promise<{ id: string; company: MeetingTarget['company'] }> {
  const link = parseMeetingLink(url, jitsiHosts)
  if (link === null) throw new AppError('meeting_link_unknown')
  const startAt = startText ? new Date(startText) : now
  const ahead = startAt.getTime() - now.getTime()
  if (!(ahead > -joinWindow.afterMs && ahead < maxAheadMs)) throw new AppError('meeting_time_past')
  return runTransaction(db, async (trx) => {
    const target = await findMeetingTarget(trx, actor.userId, actor.company.id)
    if (target === null) throw new AppError('forbidden')
    const { userId } = actor
    const { id, isNew } = await addMeetingForUser(trx, {
      userId,
      target,
      link,
      title: title?.trim() ?? '',
      startAt,
      recurrence: null,
      occurrence: null,
    })
    if (!isNew) throw new AppError('meeting_added')
    return { id, company: target.company }
  })
}
