import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'

export const runExportJob = defineJob({
  name: 'run-export',
  title: 'Export articles',
  payload: z.strictObject({ jobId: z.uuid() }),
  attempts: 5,
  expireInSeconds: 6 * 3600,
  concurrency: 1,
  load: async () => {
    const { runExport } = await import('./export/run-export.ts')
    return ({ payload, services, signal, log, attempt }) =>
      runExport({ ...payload, services, signal, log, isLastTry: attempt >= 5 })
  },
})
