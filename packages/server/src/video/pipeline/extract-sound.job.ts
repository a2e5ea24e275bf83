import * as z from 'zod'
import type { Db, Trx } from '../../platform/database/db.ts'
import { defineJob, type Enqueue } from '../../platform/jobs/index.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobServices {
    /** In the transaction that stores the sound of a recording. */
    onRecordingSound: (trx: Trx, videoId: string) => Promise<void>
  }
}

// A queue of its own: transcription waits for neither encodings nor pictures.
export const extractSound = defineJob({
  name: 'extract-sound',
  title: 'Extract the sound of a recording',
  payload: z.strictObject({ videoId: z.uuid() }),
  // The steps count their own attempts; this limit only stops work that kills its workers.
  attempts: 8,
  expireInSeconds: 12 * 3600,
  concurrency: 1,
  load: async () => {
    const { makeSound } = await import('./steps/make-sound.ts')
    return ({ payload, services, signal, log }) => makeSound({ ...payload, services, signal, log })
  },
})

export const enqueueSound = (enqueue: Enqueue, db: Db | Trx, videoId: string) =>
  enqueue(db, extractSound, { videoId }, { singletonKey: videoId })
