import { runTransaction } from '../../platform/database/run-transaction.ts'
import { listStoredParts } from '../../video/index.ts'
import { isBotAlive } from '../bot/bot.queries.ts'
import { applyMeetingEvent } from '../state/apply-event.ts'
import { acceptRecording, type AcceptServices } from './accept-recording.ts'
import { findRecordedMeeting } from './recording.queries.ts'

type LostServices = AcceptServices & {
  /** Finishes what processes that have ended left on this machine. */
  readonly recoverRecordings: () => Promise<void>
}

/**
 * The bot of this meeting is gone. If its spool is on this machine, the recording is finished from it, otherwise what the
 * bot had uploaded becomes the recording.
 */
export async function storeLost(services: LostServices, meetingId: string): Promise<void> {
  const { db } = services
  await services.recoverRecordings()
  const meeting = await findRecordedMeeting(db, meetingId)
  if (meeting === null || meeting.videoId !== null) return
  // Another process on the machine of the bot finishes it; if that one ends too, this job runs again.
  if (await isBotAlive(db, meetingId)) return
  const stored = meeting.firstPartId === null ? [] : await listStoredParts(db, meeting.firstPartId)
  const parts = stored.map(({ id }) => id)
  if (parts.length > 0) await acceptRecording(services, meetingId, { parts, mime: meeting.mime })
  else await runTransaction(db, (trx) => applyMeetingEvent(trx, meetingId, { type: 'empty' }))
}
