import * as z from 'zod'
import type { Trx } from '../../platform/database/db.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { derivedSteps } from './steps/derived-steps.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobServices {
    /** In the transaction that stores the sound of a recording. */
    onRecordingSound: (trx: Trx, videoId: string) => Promise<void>
  }
}

export const deriveFromVideo = defineJob({
  name: 'derive-from-video',
  title: 'Derive poster, storyboard and peaks',
  payload: z.strictObject({ videoId: z.uuid(), step: z.enum(derivedSteps) }),
  // The steps count their own attempts; this limit only stops work that kills its workers.
  attempts: 8,
  expireInSeconds: 12 * 3600,
  concurrency: 1,
  load: async () => {
    const { deriveStep } = await import('./derive-from-video.ts')
    return ({ payload, services, signal, log }) => deriveStep({ ...payload, services, signal, log })
  },
})
