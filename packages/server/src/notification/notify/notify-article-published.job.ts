import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const notifyArticlePublished = defineJob({
  name: 'notify-article-published',
  title: 'Notify people of a publish',
  payload: z.strictObject({
    /** One publish; running the job again notifies nobody twice. */
    publicationId: z.uuid(),
    articleId: z.uuid(),
    publisherId: z.uuid(),
    /** False if published without notification, which notifies only the newly mentioned. */
    isToAll: z.boolean().default(true),
    mentionedIds: z.array(z.uuid()).max(1000).default([]),
  }),
  load: async () => {
    const { notifyOfPublication } = await import('./notify-of-publication.ts')
    return async ({ payload, services, log }) => log(await notifyOfPublication(services, payload))
  },
})
