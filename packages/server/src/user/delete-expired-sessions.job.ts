import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'
import { deleteExpiredSessions } from './session.queries.ts'

const batchSize = 1000

export const deleteExpiredSessionsDaily = defineJob({
  name: 'delete-expired-sessions',
  title: 'Delete sessions that have expired',
  payload: z.strictObject({}),
  cron: '41 2 * * *',
  load:
    async () =>
    async ({ services, signal, log }) => {
      let count = 0
      for (let deleted = batchSize; deleted === batchSize; count += deleted) {
        signal.throwIfAborted()
        deleted = await deleteExpiredSessions(services.db, batchSize)
      }
      log(`Deleted ${count}`)
    },
})
