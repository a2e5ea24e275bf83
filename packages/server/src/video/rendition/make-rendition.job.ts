import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const makeRendition = defineJob({
  name: 'make-rendition',
  title: 'Render the video of an article',
  payload: z.strictObject({ renditionId: z.uuid() }),
  // The rendition counts its own attempts; this limit only stops work that kills its workers.
  attempts: 8,
  // Enough for eight hours of pieces that have to be encoded, on a slow machine.
  expireInSeconds: 22 * 3600,
  concurrency: 1,
  load: async () => {
    const { makeRendition } = await import('./make-rendition.ts')
    return ({ payload, services, signal, log }) => makeRendition({ ...payload, services, signal, log })
  },
})
