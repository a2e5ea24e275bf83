import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { jobServices } from '../../../test/job-services.ts'
import type { Tables } from '../database/db.ts'
import { openJobs } from './jobs.ts'
import { heavyJob } from './killed-worker.fixture.ts'

const { db, connection } = await createTestDatabase<Tables>()
const fixture = fileURLToPath(new URL('killed-worker.fixture.ts', import.meta.url))

/** Starts the job in another process, kills it, and returns the attempts of another worker. */
async function killWhileWorking(name: string, expireInSeconds: number, afterKill: () => Promise<unknown>) {
  const attempts: number[] = []
  const job = heavyJob(name, expireInSeconds, async (attempt) => void attempts.push(attempt))
  const settings = { connection, jobs: [job], log: console, leaseSeconds: 10, superviseSeconds: 1 }
  const api = await openJobs({ ...settings, isWorker: false })
  await api.enqueue(db, job, {})
  const killed = spawn(process.execPath, [fixture, JSON.stringify(connection), name, String(expireInSeconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(killed, 'exit')
  try {
    const started = await Promise.race([once(killed.stdout, 'data').then(() => true), exit.then(() => false)])
    if (!started) throw new Error('The worker process ended before it was killed')
  } finally {
    killed.kill('SIGKILL')
    await exit
  }
  const worker = await openJobs({ ...settings, isWorker: true })
  try {
    await worker.startWorker(jobServices(db))
    await afterKill()
    await vi.waitFor(() => expect(attempts).toHaveLength(1), { timeout: 12_000 })
    await vi.waitFor(async () => {
      const { rows } = await sql`select state from pgboss.job where name = ${name}`.execute(db)
      expect(rows).toEqual([{ state: 'completed' }])
    })
    return attempts
  } finally {
    await worker.stop()
    await api.stop()
  }
}

test('the job of a killed worker returns when its lease ends', { timeout: 40_000 }, async () => {
  expect(await killWhileWorking('lift-stone', 2, async () => {})).toEqual([2])
})

test(
  'the job of a killed worker comes back when its lease is over, long before its time is up',
  { timeout: 40_000 },
  async () => {
    // Simulates ten seconds passing.
    const forget = () => sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '10 s'`.execute(db)
    expect(await killWhileWorking('lift-rock', 3600, forget)).toEqual([2])
  },
)
