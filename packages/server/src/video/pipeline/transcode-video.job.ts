import * as z from 'zod'
import { defineJob, type Job } from '../../platform/jobs/index.ts'

const videoPayload = z.strictObject({ videoId: z.uuid() })

// Its own work refers to it.
export const transcodeVideo: Job<typeof videoPayload> = defineJob({
  name: 'transcode-video',
  title: 'Encode a recording so that it plays everywhere',
  payload: videoPayload,
  // The steps count their own attempts; this limit only stops work that kills its workers.
  attempts: 8,
  // Enough for an hour of 4K on a slow machine.
  expireInSeconds: 22 * 3600,
  concurrency: 1,
  load: async () => {
    const { encodeVideo } = await import('./steps/encode-video.ts')
    return ({ payload, services, signal, log }) =>
      encodeVideo({ ...payload, services, signal, log }, (trx) => services.jobs.enqueue(trx, transcodeVideo, payload))
  },
})
