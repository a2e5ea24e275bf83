import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const sweepVideoParts = defineJob({
  name: 'sweep-video-parts',
  title: 'Remove upload parts not accepted for a week',
  payload: z.strictObject({}),
  cron: '23 * * * *',
  load: async () => {
    const { sweepParts } = await import('./sweep-video-parts.ts')
    return async ({ services, signal, log }) => {
      const { files, strays } = await sweepParts(services, { signal })
      log(`Removed ${files} forgotten uploads and ${strays} stray files`)
    }
  },
})
