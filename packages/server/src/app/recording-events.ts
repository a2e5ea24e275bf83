/** The features that continue when a part of a recording is ready. */
import { structureRecording } from '../ai/index.ts'
import { insertRecording } from '../article/index.ts'
import { followRecording, nameSpeakersOfMeeting } from '../meeting/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import type { Enqueue, JobServices } from '../platform/jobs/index.ts'
import { readScreenText } from '../screen-text/index.ts'
import { transcribeFirst } from '../transcription/index.ts'

type RecordingEvents = Pick<
  JobServices,
  'insertRecording' | 'onRecordingSound' | 'onPlayable' | 'onTranscribed' | 'nameSpeakers' | 'structureRecording'
>

type EventDependencies = {
  readonly db: Db
  readonly enqueue: Enqueue
  readonly publicAddress: () => string
  readonly structureRecording: JobServices['structureRecording']
}

export function recordingEvents(dependencies: EventDependencies): RecordingEvents {
  const { enqueue } = dependencies
  // The later of the two starts it: the draft that plays the recording, or the transcript.
  const structure = (db: Db, videoId: string) => enqueue(db, structureRecording, { videoId }, { singletonKey: videoId })
  return {
    async insertRecording(db, videoId) {
      if ((await insertRecording(db, videoId)) !== null) await structure(db, videoId)
      await followRecording(dependencies, videoId)
    },
    onRecordingSound: transcribeFirst(enqueue),
    onPlayable: (trx: Trx, videoId) => enqueue(trx, readScreenText, { videoId }, { singletonKey: videoId }),
    async onTranscribed(trx, videoId) {
      await structure(trx, videoId)
      await followRecording({ ...dependencies, db: trx }, videoId)
    },
    nameSpeakers: nameSpeakersOfMeeting,
    async structureRecording(videoId, signal) {
      const outcome = await dependencies.structureRecording(videoId, signal)
      await followRecording(dependencies, videoId, true)
      return outcome
    },
  }
}
