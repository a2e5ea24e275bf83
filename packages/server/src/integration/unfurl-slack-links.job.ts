import * as z from 'zod'
import { defineJob, type Job } from '../platform/jobs/index.ts'
import type {} from './slack-services.ts'

/** Slack limits requests; later, the message is old. */
const maxDeferrals = 5

const payload = z.strictObject({
  /** The team, and the organization if Slack is installed there. */
  teamIds: z.array(z.string()).max(10),
  target: z.union([
    z.strictObject({ channel: z.string(), ts: z.string() }),
    z.strictObject({ unfurlId: z.string(), source: z.enum(['composer', 'conversations_history']) }),
  ]),
  links: z.array(z.strictObject({ url: z.string(), articleId: z.string() })).max(20),
  deferrals: z.number().int().default(0),
})

export const unfurlSlackLinks: Job<typeof payload> = defineJob({
  name: 'unfurl-slack-links',
  title: 'Show articles that are linked in Slack',
  payload,
  attempts: 4,
  expireInSeconds: 120,
  concurrency: 4,
  load: async () => {
    const { unfurlLinks } = await import('./unfurl-links.ts')
    return async ({ payload: given, services: { db, jobs, slack }, log }) => {
      const { line, waitSeconds } = await unfurlLinks({ db, slack }, given)
      log(line)
      if (waitSeconds === null || given.deferrals >= maxDeferrals) return
      const startAfter = new Date(Date.now() + waitSeconds * 1000)
      await jobs.enqueue(db, unfurlSlackLinks, { ...given, deferrals: given.deferrals + 1 }, { startAfter })
    }
  },
})
