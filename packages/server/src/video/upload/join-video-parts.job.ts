import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const joinVideoParts = defineJob({
  name: 'join-video-parts',
  title: 'Join the parts of an upload',
  payload: z.strictObject({ videoId: z.uuid() }),
  expireInSeconds: 2 * 3600,
  load: async () => {
    const { joinParts } = await import('./join-video-parts.ts')
    return ({ payload, services, signal }) => joinParts(services, payload.videoId, signal)
  },
})
