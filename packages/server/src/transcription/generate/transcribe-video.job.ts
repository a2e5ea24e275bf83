import * as z from 'zod'
import type { Word } from '@knowreel/shared/transcription/transcript.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import type { SpeechEngines } from '../engine/speech-engines.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobServices {
    speech: SpeechEngines
    /** In the transaction that stores a transcript: work of other features with it. */
    onTranscribed: (trx: Trx, videoId: string) => Promise<unknown>
    /** The speakers of a recording that are known from elsewhere, with keys of their own; null if none is. */
    nameSpeakers: (
      db: Db,
      videoId: string,
      words: readonly Word[],
    ) => Promise<{ words: Word[]; names: readonly { readonly key: string; readonly name: string }[] } | null>
  }
}

export const transcribeVideo = defineJob({
  name: 'transcribe-video',
  title: 'Transcribe a recording',
  payload: z.strictObject({ videoId: z.uuid() }),
  // The transcript counts its own attempts; this limit only stops work that kills its workers.
  attempts: 8,
  expireInSeconds: 12 * 3600,
  concurrency: 1,
  load: async () => {
    const { transcribe } = await import('./transcribe-video.ts')
    return ({ payload, services, signal, log }) => transcribe({ videoId: payload.videoId, services, signal, log })
  },
})
