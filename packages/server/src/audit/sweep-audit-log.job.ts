import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'
import { deleteOldAuditEntries } from './audit.queries.ts'

const batchSize = 1000

export const sweepAuditLog = defineJob({
  name: 'sweep-audit-log',
  title: 'Delete audit log entries older than a year',
  payload: z.strictObject({}),
  cron: '37 3 * * *',
  load:
    async () =>
    async ({ services: { db }, signal, log }) => {
      let count = 0
      for (let deleted = batchSize; deleted === batchSize; count += deleted) {
        signal.throwIfAborted()
        deleted = await deleteOldAuditEntries(db, batchSize)
      }
      log(`Deleted ${count}`)
    },
})
