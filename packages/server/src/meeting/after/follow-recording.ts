/**
 * Moves meetings on while their recording is processed, transcribed and written about, and notifies people at the end.
 */
import type { MeetingEvent } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { findBotOf } from '../config/bot-config.queries.ts'
import { applyMeetingEvent } from '../state/apply-event.ts'
import { notifyParticipants } from './notify-participants.ts'
import {
  findFollowed,
  findMeetingOfVideo,
  findSpeakers,
  listFollowed,
  saveMeetingProgress,
  type FollowedMeeting,
} from './recording.queries.ts'
import { assignSpeakers, type NamedWords } from './assign-speakers.ts'
import type { Word } from '@knowreel/shared/transcription/transcript.ts'

type Services = { readonly db: Db; readonly enqueue: Enqueue; readonly publicAddress: () => string }

const perRun = 200

/** The event that the state of the recording means for its meeting. Pure. */
export function nextStepOf(meeting: FollowedMeeting, isWritten: boolean): MeetingEvent['type'] | null {
  const { phase, videoStatus, isHeard, isTranscribing, isInserted } = meeting
  // Deleted since.
  if (videoStatus === null || videoStatus === 'error') return 'unreadable'
  if (phase === 'transcribing') return isHeard && !isTranscribing ? 'transcribed' : null
  return isInserted && isWritten ? 'drafted' : null
}

export async function followAll(services: Services): Promise<void> {
  for (const meeting of await listFollowed(services.db, perRun)) await follow(services, meeting, false)
}

/** Something about this recording has changed. `isWritten`: what was to be generated is there, or will never be. */
export async function followRecording(services: Services, videoId: string, isWritten = false): Promise<void> {
  // Several phases may be over already.
  for (;;) {
    const meeting = await findFollowed(services.db, videoId)
    if (meeting === null || !(await follow(services, meeting, isWritten))) return
  }
}

/** True if the meeting has another phase now. */
async function follow(services: Services, meeting: FollowedMeeting, isWritten: boolean): Promise<boolean> {
  const { db } = services
  const type = nextStepOf(
    meeting,
    isWritten || (meeting.phase === 'drafting' && !(await isWritingWanted(db, meeting.id))),
  )
  if (type === null) {
    if (meeting.phase === 'transcribing') await saveMeetingProgress(db, meeting, progressOf(meeting))
    return false
  }
  return runTransaction(db, async (trx) => {
    const applied = await applyMeetingEvent(trx, meeting.id, { type })
    if (applied?.after.phase === 'finished') await notifyParticipants(services, trx, meeting.id)
    return applied !== null
  })
}

/** Half of it is processing, half recognising. */
const progressOf = ({ isHeard, transcribed }: FollowedMeeting): number => (isHeard ? 50 + transcribed / 2 : 25)

async function isWritingWanted(db: Db, meetingId: string): Promise<boolean> {
  const meeting = await db
    .selectFrom('meetings')
    .where('id', '=', meetingId)
    .select(['id as meetingId', 'organizer_id as organizerId', 'company_id as companyId'])
    .executeTakeFirst()
  if (meeting === undefined) return false
  const bot = await findBotOf(db, meeting)
  return bot.notesAutoGeneration !== 'none' || bot.paragraphsAutoGeneration === 'automatically'
}

/** The settings of the recording's meeting; null if it has none. */
export async function findGenerationSettings(db: Db, videoId: string) {
  const meeting = await findMeetingOfVideo(db, videoId)
  if (meeting === null) return null
  const bot = await findBotOf(db, meeting)
  return {
    generatesParagraphs: bot.paragraphsAutoGeneration === 'automatically',
    notesAutoGeneration: bot.notesAutoGeneration,
    customPrompt: bot.customPrompt,
  }
}

/** The transcript of a meeting names who spoke; null if the recording is of no meeting. */
export async function nameSpeakersOfMeeting(
  db: Db,
  videoId: string,
  words: readonly Word[],
): Promise<NamedWords | null> {
  const turns = await findSpeakers(db, videoId)
  return turns.length === 0 ? null : assignSpeakers(words, turns)
}
