import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'
import { deleteUnusedVideos, markUnusedVideos } from './unused-video.queries.ts'

/** Someone who removes a recording from an article may want it back, and a recording may not be inserted yet. */
const retentionDays = 30
const dayMs = 86_400_000
const batchSize = 500

export const removeUnusedVideos = defineJob({
  name: 'remove-unused-videos',
  title: `Remove recordings that no article has used for ${retentionDays} days`,
  payload: z.strictObject({}),
  cron: '57 2 * * *',
  expireInSeconds: 3600,
  load:
    async () =>
    async ({ services: { db }, signal, log }) => {
      const now = new Date()
      await markUnusedVideos(db, now)
      const before = new Date(now.getTime() - retentionDays * dayMs)
      let count = 0
      for (let removed = batchSize; removed === batchSize; count += removed) {
        signal.throwIfAborted()
        removed = await deleteUnusedVideos(db, before, batchSize)
      }
      log(`Removed ${count} recordings`)
    },
})
