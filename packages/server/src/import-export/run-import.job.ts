import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'

export const runImportJob = defineJob({
  name: 'run-import',
  title: 'Import pages',
  payload: z.strictObject({ jobId: z.uuid() }),
  attempts: 5,
  expireInSeconds: 6 * 3600,
  concurrency: 1,
  load: async () => {
    const { runImport } = await import('./import/run-import.ts')
    return ({ payload, services, signal, log, attempt }) =>
      runImport({ ...payload, services, signal, log, isLastTry: attempt >= 5 })
  },
})
