/**
 * A worker process that starts a job and never finishes it; the test kills it. Its first argument is a database
 * connection.
 */
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { jobServices } from '../../../test/job-services.ts'
import { type DatabaseConnection, openDatabase } from '../database/database.ts'
import type { Tables } from '../database/db.ts'
import { defineJob } from './job.ts'
import { openJobs } from './jobs.ts'

export const heavyJob = (name: string, expireInSeconds: number, run: (attempt: number) => Promise<void>) =>
  defineJob({
    name,
    title: 'Lift something heavy',
    payload: z.strictObject({}),
    expireInSeconds,
    backoff: { firstSeconds: 1, maxSeconds: 1 },
    load:
      async () =>
      async ({ attempt }) =>
        run(attempt),
  })

if (import.meta.main) {
  const [connectionText = '', name = '', expireInSeconds = ''] = process.argv.slice(2)
  const connection = JSON.parse(connectionText) as DatabaseConnection
  const { db } = openDatabase<Tables>({ connection, log: console })
  const job = heavyJob(name, Number(expireInSeconds), async () => {
    process.stdout.write('started\n')
    await delay(60_000)
  })
  const options = { leaseSeconds: 10, superviseSeconds: 1 }
  const jobs = await openJobs({ connection, jobs: [job], log: console, isWorker: true, ...options })
  await jobs.startWorker(jobServices(db))
}
