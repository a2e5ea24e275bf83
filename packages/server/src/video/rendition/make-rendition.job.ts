import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const makeRendition = defineJob({
  name: 'make-rendition',
  title: 'Make one film of all that an article plays',
  payload: z.strictObject({ renditionId: z.uuid() }),
  // The attempts at the rendition decide when it is enough; this only ends what kills its workers.
  attempts: 8,
  // Eight hours of pieces that have to be encoded, on a slow machine.
  expireInSeconds: 22 * 3600,
  concurrency: 1,
  load: async () => {
    const { renderRendition } = await import('./make-rendition.ts')
    return ({ payload, services, signal, log }) => renderRendition({ ...payload, services, signal, log })
  },
})
