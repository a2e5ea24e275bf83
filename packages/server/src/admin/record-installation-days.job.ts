import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'
import { recordInstallationDays as record } from './installation.queries.ts'

export const recordInstallationDays = defineJob({
  name: 'record-installation-days',
  title: 'Record the storage and the jobs of the day',
  payload: z.strictObject({}),
  cron: '7 * * * *',
  load:
    async () =>
    async ({ services: { db } }) =>
      record(db),
})
