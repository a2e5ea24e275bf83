import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const sweepAiUsage = defineJob({
  name: 'sweep-ai-usage',
  title: 'Remove AI usage older than 400 days',
  payload: z.strictObject({}),
  cron: '41 3 * * *',
  load: async () => {
    const { deleteOldUsage } = await import('../ai.queries.ts')
    return ({ services }) => deleteOldUsage(services.db)
  },
})
