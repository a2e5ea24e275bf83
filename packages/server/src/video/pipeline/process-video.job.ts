import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const processVideo = defineJob({
  name: 'process-video',
  title: 'Make a recording playable',
  payload: z.strictObject({ videoId: z.uuid() }),
  // The steps count their own attempts; this limit only stops work that kills its workers.
  attempts: 8,
  expireInSeconds: 6 * 3600,
  concurrency: 2,
  load: async () => {
    const { processUploadedVideo } = await import('./process-video.ts')
    return ({ payload, services, signal, log }) => processUploadedVideo({ ...payload, services, signal, log })
  },
})
