import { dayOf } from '@knowreel/shared/review/review.rules.ts'
import * as z from 'zod'
import type { Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { defineJob } from '../platform/jobs/index.ts'
import { listDueReviews, markReminded } from './review.queries.ts'

declare module '../platform/jobs/job.ts' {
  interface JobServices {
    /** Notifies the owner of an article that its review is due. */
    notifyOfReview: (trx: Trx, review: { readonly articleId: string; readonly ownerId: string }) => Promise<void>
  }
}

const maxPerRun = 1000

/** Early in the morning in Europe, before most people start to work. */
export const remindReviews = defineJob({
  name: 'remind-reviews',
  title: 'Remind owners to review their articles',
  payload: z.strictObject({}),
  cron: '5 5 * * *',
  load:
    async () =>
    async ({ services: { db, notifyOfReview }, signal, log }) => {
      const today = dayOf(new Date())
      const due = await listDueReviews(db, today, maxPerRun)
      for (const articleId of due) {
        signal.throwIfAborted()
        await runTransaction(db, async (trx) => {
          const ownerId = await markReminded(trx, articleId, today)
          if (ownerId !== null) await notifyOfReview(trx, { articleId, ownerId })
        })
      }
      log(`${due.length} reviews are due`)
    },
})
