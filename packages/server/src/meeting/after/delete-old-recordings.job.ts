import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'
import { discardNewDraft } from '../../article/index.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { listOutdatedDrafts } from './recording.queries.ts'

const batchSize = 200

/** Published meetings are kept; only drafts are deleted. */
export const deleteOldRecordings = defineJob({
  name: 'delete-old-recordings',
  title: 'Delete drafts of meetings by company settings',
  payload: z.strictObject({}),
  cron: '13 3 * * *',
  load:
    async () =>
    async ({ services: { db }, signal, log }) => {
      let count = 0
      for (;;) {
        signal.throwIfAborted()
        const ids = await listOutdatedDrafts(db, new Date(), batchSize)
        for (const id of ids) if (await runTransaction(db, (trx) => discardNewDraft(trx, id))) count++
        if (ids.length < batchSize) break
      }
      log(`Deleted ${count} drafts`)
    },
})
