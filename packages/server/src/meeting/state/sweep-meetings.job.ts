import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const sweepMeetings = defineJob({
  name: 'sweep-meetings',
  title: 'End meetings that took too long',
  payload: z.strictObject({}),
  cron: '* * * * *',
  load: async () => {
    const { endOverdueMeetings, replaceLostBots } = await import('./sweep-meetings.ts')
    const { followAll } = await import('../after/follow-recording.ts')
    return async ({ services: { db, jobs, publicAddress } }) => {
      const parts = { db, enqueue: jobs.enqueue, publicAddress }
      await replaceLostBots(db, jobs.enqueue)
      await followAll(parts)
      await endOverdueMeetings(parts)
    }
  },
})
