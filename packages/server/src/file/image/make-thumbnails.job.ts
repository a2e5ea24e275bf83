import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const makeThumbnails = defineJob({
  name: 'make-thumbnails',
  title: 'Make smaller copies of a picture',
  payload: z.strictObject({ fileId: z.uuid() }),
  load: async () => {
    const { makeThumbnailsOf } = await import('./make-thumbnails.ts')
    return ({ payload, services, signal, log }) => makeThumbnailsOf(services, payload.fileId, { signal, log })
  },
})
