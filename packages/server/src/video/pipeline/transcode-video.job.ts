import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const transcodeVideo = defineJob({
  name: 'transcode-video',
  title: 'Encode a recording so that it plays everywhere',
  payload: z.strictObject({ videoId: z.uuid() }),
  // The steps count their own attempts; this limit only stops work that kills its workers.
  attempts: 8,
  // Enough for an hour of 4K on a slow machine.
  expireInSeconds: 22 * 3600,
  concurrency: 1,
  load: async () => {
    const { encodeVideo } = await import('./steps/encode-video.ts')
    return ({ payload, services, signal, log }) => encodeVideo({ ...payload, services, signal, log })
  },
})
