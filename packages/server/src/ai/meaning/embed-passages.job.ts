import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'
import type { EmbedPassages } from './embed-passages.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobServices {
    embedPassages: EmbedPassages
  }
}

export const embedPassages = defineJob({
  name: 'embed-passages',
  title: 'Read new texts with the embedding model',
  payload: z.strictObject({}),
  cron: '* * * * *',
  load:
    async () =>
    async ({ services, signal, log }) => {
      const { count, problems } = await services.embedPassages(signal)
      if (count > 0) log(`${count} texts were read`)
      for (const problem of problems) log(problem)
    },
})
