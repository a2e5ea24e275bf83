import * as z from 'zod'
import { defineJob, runBatches } from '../../platform/jobs/index.ts'

/** Texts stored before links were; later ones are written with their links. */
export const findArticleLinks = defineJob({
  name: 'find-article-links',
  title: 'Find links between articles in older texts',
  payload: z.strictObject({}),
  cron: '*/15 * * * *',
  load: async () => {
    const { findMissingLinks } = await import('./backlinks.queries.ts')
    return async ({ services, signal, log }) => {
      const count = await runBatches({ size: 50, signal }, (limit) => findMissingLinks(services.db, limit))
      log(`Searched ${count} texts`)
    }
  },
})
