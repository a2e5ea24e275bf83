import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createTestDatabase } from '../../../test/database.ts'
import { jobServices } from '../../../test/job-services.ts'
import type { Tables } from '../database/db.ts'
import { countJobs, deleteDoneJobs, deleteJob, jobsPageSize, listJobs, resetJob } from './job.queries.ts'
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
  backoff: { firstSeconds: 60, mostSeconds: 60 },
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
  const { jobs: found } = await listJobs(db, list, { q: '', page: 1 })
  const [job] = found
  if (found.length !== 1 || job === undefined) throw new Error(`${found.length} jobs`)
  return job
}
const until = (status: string) =>
  vi.waitFor(async () => expect(await only()).toMatchObject({ status }), { timeout: 5000 })

describe('a job in the back office', () => {
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

  test('in hand is processing, with its worker and what it says so far', async () => {
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
    expect(await deleteJob(db, job.id)).toBe('processing')
    expect(await resetJob(db, list, job.id)).toBe('processing')
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

  test('that failed for good is failed; reset makes it new, without attempts, due now, and it runs', async () => {
    act = async () => Promise.reject(new Error('no'))
    const id = await jobs.enqueue(db, work, { person: 'Olena' })
    await vi.waitFor(async () => expect(await only()).toMatchObject({ attempts: 1, status: 'new' }))
    await sql`update pgboss.job set start_after = now()`.execute(db)
    await until('failed')
    expect(await only()).toMatchObject({ attempts: 2, limit: 2, nextAttemptAt: null })
    act = async () => {}
    const reset = await resetJob(db, list, id)
    expect(reset).toMatchObject({ status: 'new', attempts: 0, limit: 2, error: null })
    await until('done')
    expect(await only()).toMatchObject({ attempts: 1, error: null })
  })

  test('never shows a secret field, nor finds a job by it', async () => {
    await jobs.enqueue(db, work, { person: 'Olena', secretWord: 'sesame' }, { startAfter: later })
    const search = async (q: string) => (await listJobs(db, list, { q, page: 1 })).count
    expect((await only()).data).toEqual({ person: 'Olena', secretWord: '[hidden]' })
    expect([await search('olen'), await search('sesame'), await search('greet')]).toEqual([1, 0, 1])
    const unknown = await listJobs(db, [], { q: '', page: 1 })
    expect(unknown.jobs[0]).toMatchObject({ name: 'greet-person', title: 'greet-person', data: {} })
    expect((await listJobs(db, [], { q: 'Olena', page: 1 })).count).toBe(0)
  })
})

describe('the list of jobs', () => {
  const addMany = (people: readonly string[]) =>
    db.transaction().execute(async (trx) => {
      for (const person of people) await jobs.enqueue(trx, work, { person }, { startAfter: later })
    })

  test('has pages, newest first, and counts all that are found', async () => {
    await addMany(['old'])
    await addMany(Array.from({ length: jobsPageSize }, (_, i) => `person ${i}`))
    const first = await listJobs(db, list, { q: '', page: 1 })
    const second = await listJobs(db, list, { q: '', page: 2 })
    const third = await listJobs(db, list, { q: '', page: 3 })
    expect([first.jobs.length, second.jobs.length, third.jobs.length]).toEqual([jobsPageSize, 1, 0])
    expect([first.count, third.count, await countJobs(db)]).toEqual([
      jobsPageSize + 1,
      jobsPageSize + 1,
      jobsPageSize + 1,
    ])
    expect(second.jobs[0]?.data).toEqual({ person: 'old' })
    expect(new Set([...first.jobs, ...second.jobs].map(({ id }) => id)).size).toBe(jobsPageSize + 1)
  })

  test('takes the search to the letter', async () => {
    await addMany(['100%', '100 kg', 'Ñandú', 'під_час'])
    const search = async (q: string) => (await listJobs(db, list, { q, page: 1 })).count
    expect(await search('100%')).toBe(1)
    expect(await search('д_ч')).toBe(1)
    expect(await search('_')).toBe(1)
    expect(await search('ñANDÚ')).toBe(1)
    expect(await search("' or 1=1 --")).toBe(0)
    expect(await search('\\')).toBe(0)
  })

  test('loses a deleted job, and all done ones at once', async () => {
    const [a, b] = [await jobs.enqueue(db, work, { person: 'a' }), await jobs.enqueue(db, work, { person: 'b' })]
    const waiting = await jobs.enqueue(db, work, { person: 'c' }, { startAfter: later })
    const done = async () => (await listJobs(db, list, { q: '', page: 1 })).jobs.filter((job) => job.status === 'done')
    await vi.waitFor(async () => expect(await done()).toHaveLength(2))
    expect(await deleteJob(db, a)).toBe('deleted')
    expect(await deleteJob(db, a)).toBe('missing')
    expect(await resetJob(db, list, a)).toBe('missing')
    expect(await deleteDoneJobs(db)).toBe(1)
    expect(b).not.toBe(a)
    expect((await only()).id).toBe(waiting)
    expect(await db.selectFrom('job_runs').select('job_id').execute()).toEqual([])
  })
})

test('logs of jobs that the queue itself removed are swept', async () => {
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
