import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'
import type { CalendarServices } from './check-feed.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobServices {
    calendars: CalendarServices
  }
}

export const checkCalendarFeed = defineJob({
  name: 'check-calendar-feed',
  title: 'Read a calendar',
  payload: z.strictObject({ userId: z.uuid() }),
  attempts: 2,
  expireInSeconds: 120,
  concurrency: 4,
  load: async () => {
    const { checkFeed } = await import('./check-feed.ts')
    return async ({ payload, services }) => checkFeed(services.db, services.calendars, payload.userId)
  },
})
