import * as z from 'zod'
import { defineJob, runBatches } from '../../platform/jobs/index.ts'
import { deleteExpiredOneUseTokens } from '../sign-in/one-use-token.queries.ts'
import { deleteExpiredSessions } from './session.queries.ts'

export const deleteExpiredSessionsJob = defineJob({
  name: 'delete-expired-sessions',
  title: 'Delete expired sessions and one-use tokens',
  payload: z.strictObject({}),
  // Often, so that the audit log soon says when an operator's session ended.
  cron: '*/10 * * * *',
  load:
    async () =>
    async ({ services, signal, log }) => {
      const batches = { size: 1000, signal }
      const sessions = await runBatches(batches, (size) => deleteExpiredSessions(services.db, size))
      const tokens = await runBatches(batches, (size) => deleteExpiredOneUseTokens(services.db, size))
      log(`Deleted ${sessions} sessions, ${tokens} tokens`)
    },
})
