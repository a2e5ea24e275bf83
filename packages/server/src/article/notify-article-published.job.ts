import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'

declare module '../platform/jobs/job.ts' {
  interface JobServices {
    /** Where people reach the installation, without a slash at the end. */
    publicAddress: () => string
  }
}

export const articlePublication = z.strictObject({
  /** One publish; running the job again makes no second mail of it. */
  publicationId: z.uuid(),
  articleId: z.uuid(),
  publisherId: z.uuid(),
})

export const notifyArticlePublished = defineJob({
  name: 'notify-article-published',
  title: 'Tell people that an article was published',
  payload: articlePublication,
  load: async () => (await import('./notify-article-published.ts')).notifyPublished,
})
