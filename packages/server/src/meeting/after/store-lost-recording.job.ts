import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const storeLostRecording = defineJob({
  name: 'store-lost-recording',
  title: 'Store what a lost bot recorded',
  payload: z.strictObject({ meetingId: z.uuid() }),
  load: async () => {
    const { storeLost } = await import('./store-lost.ts')
    return async ({ payload, services: { db, files, jobs } }) =>
      storeLost({ db, files, enqueue: jobs.enqueue }, payload.meetingId)
  },
})
