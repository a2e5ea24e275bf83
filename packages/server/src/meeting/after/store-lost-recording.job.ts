import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobServices {
    recoverRecordings: () => Promise<void>
  }
}

export const storeLostRecording = defineJob({
  name: 'store-lost-recording',
  title: 'Store what a lost bot recorded',
  payload: z.strictObject({ meetingId: z.uuid() }),
  load: async () => {
    const { storeLost } = await import('./store-lost.ts')
    return async ({ payload, services: { db, files, jobs, recoverRecordings } }) =>
      storeLost({ db, files, enqueue: jobs.enqueue, recoverRecordings }, payload.meetingId)
  },
})
