import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createTestDatabase } from '../../../test/database.ts'
import { jobServices } from '../../../test/job-services.ts'
import type { Tables } from '../database/db.ts'
import { listJobs } from './job-list.fixture.ts'
import { defineJob } from './job.ts'
import { openJobs } from './jobs.ts'
import { deleteOrphanedJobRuns } from './job-run.queries.ts'

const { db, connection } = await createTestDatabase<Tables>()

let act: (line: (text: string) => void) => Promise<void> = async () => {}
const work = defineJob({
  name: 'greet-person',
  title: 'Greet a person',
  payload: z.strictObject({ person: z.string(), secretWord: z.string().optional() }),
  secrets: ['secretWord'],
  attempts: 2,
  backoff: { firstSeconds: 60, maxSeconds: 60 },
  load:
    async () =>
    async ({ log }) =>
      act(log),
})
const list = [work]
const log = { info() {}, warn() {}, error() {} }
const jobs = await openJobs({ connection, jobs: list, log, isWorker: true, workerName: 'North' })
await jobs.startWorker(jobServices(db))
const later = new Date(Date.now() + 3_600_000)

beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(db)
  await sql`delete from job_runs`.execute(db)
  act = async () => {}
})
afterAll(() => jobs.stop())

const only = async () => {
  const found = await listJobs(db, list)
  const [job] = found
  if (found.length !== 1 || job === undefined) throw new Error(`${found.length} jobs`)
  return job
}
const until = (status: string) =>
  vi.waitFor(async () => expect(await only()).toMatchObject({ status }), { timeout: 5000 })

describe('a job in the list', () => {
  test('that waits is new, with no attempts and the time of the next', async () => {
    await jobs.enqueue(db, work, { person: 'Olena' }, { startAfter: later })
    expect(await only()).toMatchObject({
      name: 'greet-person',
      title: 'Greet a person',
      status: 'new',
      attempts: 0,
      limit: 2,
      workerName: null,
      log: '',
      error: null,
      data: { person: 'Olena' },
      lastAttemptAt: null,
      nextAttemptAt: later,
    })
  })

  test('that runs is processing, with its worker and its log so far', async () => {
    const leave = Promise.withResolvers<void>()
    act = async (line) => {
      line('half\nway')
      await leave.promise
    }
    await jobs.enqueue(db, work, { person: 'Olena' })
    await until('processing')
    await vi.waitFor(async () => expect((await only()).log).toMatch(/^\S+Z half way$/), { timeout: 4000 })
    const job = await only()
    expect(job).toMatchObject({ attempts: 1, limit: 2, workerName: 'North', nextAttemptAt: null })
    expect(Date.now() - (job.lastAttemptAt?.getTime() ?? 0)).toBeLessThan(10_000)
    leave.resolve()
    await until('done')
  })

  test('that failed once is new again, with the error and the time of the next attempt', async () => {
    act = async () => Promise.reject(new TypeError('no such person'))
    const before = Date.now()
    await jobs.enqueue(db, work, { person: 'Olena' })
    await vi.waitFor(async () => expect(await only()).toMatchObject({ attempts: 1, status: 'new' }))
    const job = await only()
    expect(job.error).toContain('TypeError: no such person')
    expect(job.log).toContain('Failed: no such person')
    expect(job.nextAttemptAt?.getTime()).toBeGreaterThan(before + 55_000)
  })

  test('that fails at every attempt is failed', async () => {
    act = async () => Promise.reject(new Error('no'))
    await jobs.enqueue(db, work, { person: 'Olena' })
    await vi.waitFor(async () => expect(await only()).toMatchObject({ attempts: 1, status: 'new' }))
    await sql`update pgboss.job set start_after = now()`.execute(db)
    await until('failed')
    expect(await only()).toMatchObject({ attempts: 2, limit: 2, nextAttemptAt: null })
  })

  test('never shows a secret field, and cannot be found by one', async () => {
    await jobs.enqueue(db, work, { person: 'Olena', secretWord: 'sesame' }, { startAfter: later })
    const search = async (q: string) => (await listJobs(db, list, q)).length
    expect((await only()).data).toEqual({ person: 'Olena', secretWord: '[hidden]' })
    expect([await search('olen'), await search('sesame'), await search('greet')]).toEqual([1, 0, 1])
    expect((await listJobs(db, []))[0]).toMatchObject({ name: 'greet-person', title: 'greet-person', data: {} })
    expect(await listJobs(db, [], 'Olena')).toEqual([])
  })
})

test('logs of jobs that the queue removed are swept', async () => {
  const gone = await jobs.enqueue(db, work, { person: 'a' })
  await until('done')
  await sql`delete from pgboss.job`.execute(db)
  await jobs.enqueue(db, work, { person: 'b' })
  await until('done')
  expect(await deleteOrphanedJobRuns(db)).toBe(1)
  const left = await db.selectFrom('job_runs').select('job_id').execute()
  expect(left).toHaveLength(1)
  expect(left[0]?.job_id).not.toBe(gone)
})
