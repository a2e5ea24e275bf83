import * as z from 'zod'
import { defineJob, type Job } from '../platform/jobs/index.ts'
import type {} from './slack-services.ts'

const payload = z.strictObject({
  /** One publish; it is posted once. A uuid v7, which holds the time. */
  publicationId: z.uuid(),
  articleId: z.uuid(),
  workspaceId: z.uuid(),
})

export const postToSlack: Job<typeof payload> = defineJob({
  name: 'post-to-slack',
  title: 'Post a published article to Slack',
  payload,
  attempts: 8,
  backoff: { firstSeconds: 5, maxSeconds: 1800 },
  expireInSeconds: 120,
  concurrency: 4,
  load: async () => {
    const { postPublication } = await import('./post-publication.ts')
    return async ({ payload: publication, services, log }) => {
      const { db, jobs } = services
      const singletonKey = publication.publicationId
      const postLater = (startAfter: Date) => jobs.enqueue(db, postToSlack, publication, { startAfter, singletonKey })
      log(await postPublication(services, publication, postLater))
    }
  },
})
