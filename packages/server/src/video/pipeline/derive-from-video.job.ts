import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'
import { derivedSteps } from './steps/derived-steps.ts'

export const deriveFromVideo = defineJob({
  name: 'derive-from-video',
  title: 'Derive poster, storyboard and peaks',
  // Earlier versions enqueued `audio` here.
  payload: z.strictObject({ videoId: z.uuid(), step: z.enum([...derivedSteps, 'audio']) }),
  // The steps count their own attempts; this limit only stops work that kills its workers.
  attempts: 8,
  expireInSeconds: 12 * 3600,
  concurrency: 1,
  load: async () => {
    const { deriveStep } = await import('./derive-from-video.ts')
    return ({ payload, services, signal, log }) => deriveStep({ ...payload, services, signal, log })
  },
})
