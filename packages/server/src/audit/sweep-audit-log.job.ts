import * as z from 'zod'
import { defineJob, runBatches } from '../platform/jobs/index.ts'
import { deleteOldAuditEntries } from './audit.queries.ts'

export const sweepAuditLog = defineJob({
  name: 'sweep-audit-log',
  title: 'Delete audit log entries older than a year',
  payload: z.strictObject({}),
  cron: '37 3 * * *',
  load:
    async () =>
    async ({ services: { db }, signal, log }) => {
      log(`Deleted ${await runBatches({ size: 1000, signal }, (size) => deleteOldAuditEntries(db, size))}`)
    },
})
