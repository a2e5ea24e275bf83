import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'
import { deleteExpiredOneUseTokens } from '../sign-in/one-use-token.queries.ts'
import { deleteExpiredSessions } from './session.queries.ts'

const batchSize = 1000

export const deleteExpiredSessionsDaily = defineJob({
  name: 'delete-expired-sessions',
  title: 'Delete expired sessions and one-use tokens',
  payload: z.strictObject({}),
  cron: '41 2 * * *',
  load:
    async () =>
    async ({ services, signal, log }) => {
      const sweep = async (deleteSome: typeof deleteExpiredSessions): Promise<number> => {
        let count = 0
        for (let deleted = batchSize; deleted === batchSize; count += deleted) {
          signal.throwIfAborted()
          deleted = await deleteSome(services.db, batchSize)
        }
        return count
      }
      const sessions = await sweep(deleteExpiredSessions)
      const tokens = await sweep(deleteExpiredOneUseTokens)
      log(`Deleted ${sessions} sessions, ${tokens} tokens`)
    },
})
