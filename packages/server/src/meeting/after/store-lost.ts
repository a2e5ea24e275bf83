import { runTransaction } from '../../platform/database/run-transaction.ts'
import { listStoredParts } from '../../video/index.ts'
import { applyMeetingEvent } from '../state/apply-event.ts'
import { acceptRecording, type AcceptServices } from './accept-recording.ts'
import { findRecordedMeeting } from './recording.queries.ts'

/** The bot of this meeting is gone, and what it had uploaded becomes the recording. */
export async function storeLost(services: AcceptServices, meetingId: string): Promise<void> {
  const { db } = services
  const meeting = await findRecordedMeeting(db, meetingId)
  if (meeting === null || meeting.videoId !== null) return
  const parts = meeting.firstPartId === null ? [] : await listStoredParts(db, meeting.firstPartId)
  if (parts.length > 0) await acceptRecording(services, meetingId, { parts, mime: meeting.mime })
  else await runTransaction(db, (trx) => applyMeetingEvent(trx, meetingId, { type: 'empty' }))
}
