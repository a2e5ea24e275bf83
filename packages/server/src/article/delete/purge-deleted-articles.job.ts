import { trashDays } from '@knowreel/shared/article/trash.rules.ts'
import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'
import { purgeArticles, purgeNotes } from './article-purge.queries.ts'

const dayMs = 86_400_000
const batchSize = 200

export const purgeDeletedArticles = defineJob({
  name: 'purge-deleted-articles',
  title: 'Purge articles and note tabs deleted 30 days ago',
  payload: z.strictObject({}),
  cron: '47 2 * * *',
  load:
    async () =>
    async ({ services, signal, log }) => {
      const deletedBefore = new Date(Date.now() - trashDays * dayMs)
      let count = 0
      for (let purged = batchSize; purged === batchSize; count += purged) {
        signal.throwIfAborted()
        purged = await purgeArticles(services.db, deletedBefore, batchSize)
      }
      log(`Removed ${count} articles and drafts, ${await purgeNotes(services.db, deletedBefore)} notes`)
    },
})
