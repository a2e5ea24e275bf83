import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'
import { checkCalendarFeed } from './check-calendar-feed.job.ts'

/** The members of a large company do not keep others waiting. */
const perRun = { limit: 1000, perCompany: 200 }

export const checkCalendarFeeds = defineJob({
  name: 'check-calendar-feeds',
  title: 'Find calendars that are to be read',
  payload: z.strictObject({}),
  cron: '* * * * *',
  load: async () => {
    const { claimDueFeeds } = await import('./calendar.queries.ts')
    return async ({ services: { db, jobs } }) => {
      for (const userId of await claimDueFeeds(db, new Date(), perRun))
        await jobs.enqueue(db, checkCalendarFeed, { userId }, { singletonKey: userId })
    }
  },
})
