import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const makeThumbnails = defineJob({
  name: 'make-thumbnails',
  title: 'Make smaller copies of a picture',
  payload: z.strictObject({ fileId: z.uuid() }),
  load: async () => {
    const { createThumbnails } = await import('./make-thumbnails.ts')
    return ({ payload, services, signal, log }) => createThumbnails(services, payload.fileId, { signal, log })
  },
})
