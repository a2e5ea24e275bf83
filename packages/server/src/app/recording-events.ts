/** The features that continue when a part of a recording is ready. */
import { structureRecording } from '../ai/index.ts'
import { insertRecording } from '../article/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Enqueue, JobServices } from '../platform/jobs/index.ts'
import { readScreenText } from '../screen-text/index.ts'
import { transcribeFirst } from '../transcription/index.ts'

type RecordingEvents = Pick<JobServices, 'placeRecording' | 'onRecordingSound' | 'onPlayable' | 'onTranscribed'>

export function recordingEvents(enqueue: Enqueue): RecordingEvents {
  // The later of the two starts it: the draft that plays the recording, or the transcript.
  const structure = (db: Db, videoId: string) => enqueue(db, structureRecording, { videoId }, { singletonKey: videoId })
  return {
    async placeRecording(db, videoId) {
      if ((await insertRecording(db, videoId)) !== null) await structure(db, videoId)
    },
    onRecordingSound: transcribeFirst(enqueue),
    onPlayable: (trx, videoId) => enqueue(trx, readScreenText, { videoId }, { singletonKey: videoId }),
    onTranscribed: structure,
  }
}
