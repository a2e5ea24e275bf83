import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'

export const notifyArticlePublished = defineJob({
  name: 'notify-article-published',
  title: 'Tell people that an article was published',
  payload: z.strictObject({
    /** One publish; running the job again makes no second mail of it. */
    publicationId: z.uuid(),
    articleId: z.uuid(),
    publisherId: z.uuid(),
  }),
  load: async () => {
    const { mailReaders } = await import('./notify-article-published.ts')
    return async ({ payload, services, log }) => log(await mailReaders(services, payload))
  },
})
