import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createTestDatabase } from '../../../test/database.ts'
import { jobServices } from '../../../test/job-services.ts'
import type { Tables } from '../database/db.ts'
import { defineJob, PermanentFailure, type Job, type JobRun } from './job.ts'
import { openJobs, type Jobs, type JobsOptions } from './jobs.ts'

const { db, connection } = await createTestDatabase<Tables>()
const opened: Jobs[] = []
let number = 0

type Note = { noteId: string }

/** A job with a unique name, so that tests do not run each other's jobs. */
function noteJob(run: (job: JobRun<Note>) => Promise<void>, settings: Partial<Job> = {}) {
  const { secrets: _, payload: __, load: ___, ...rest } = settings
  number += 1
  return defineJob({
    name: `test-note-${number}`,
    title: 'Test a note',
    payload: z.strictObject({ noteId: z.uuid() }),
    load: async () => run,
    ...rest,
  })
}

async function open(jobs: readonly Job[], options: Partial<JobsOptions> = {}): Promise<Jobs> {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const jobQueue = await openJobs({ connection, jobs, log, isWorker: true, ...options })
  opened.push(jobQueue)
  if (options.isWorker !== false) await jobQueue.startWorker(jobServices(db))
  return jobQueue
}

afterEach(async () => {
  for (const jobQueue of opened.splice(0)) await jobQueue.stop({ limitMs: 500 })
})

const note = (): Note => ({ noteId: crypto.randomUUID() })

const rowOf = async (id: string) => {
  const { rows } = await sql<{
    state: string
    retry_count: number
    retry_limit: number
    start_after: Date
    started_on: Date | null
  }>`select * from pgboss.job where id = ${id}`.execute(db)
  return rows[0]
}

describe('enqueueing', () => {
  test('a job starts within 300 ms of the commit that it belongs to', async () => {
    const started: number[] = []
    const job = noteJob(async () => void started.push(performance.now()))
    const jobs = await open([job])
    await delay(1500)
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const before = performance.now()
      await db.transaction().execute((trx) => jobs.enqueue(trx, job, note()))
      await vi.waitFor(() => expect(started).toHaveLength(i + 1), { interval: 5, timeout: 3000 })
      times.push((started.at(-1) ?? 0) - before)
    }
    expect(Math.max(...times)).toBeLessThan(300)
  })

  test('a job of a rolled-back transaction is never queued', async () => {
    const seen: string[] = []
    const job = noteJob(async ({ payload }) => void seen.push(payload.noteId))
    const jobs = await open([job])
    const undone = db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, job, note())
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    const kept = note()
    await jobs.enqueue(db, job, kept)
    await vi.waitFor(() => expect(seen).toEqual([kept.noteId]))
    await delay(1200)
    expect(seen).toEqual([kept.noteId])
  })

  test('a job does not start before its transaction has ended', async () => {
    const seen: string[] = []
    const job = noteJob(async () => void seen.push('ran'))
    const jobs = await open([job])
    await db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, job, note())
      await delay(1300)
      expect(seen).toEqual([])
    })
    await vi.waitFor(() => expect(seen).toEqual(['ran']))
  })

  test('an invalid payload is refused and nothing is added', async () => {
    const job = noteJob(async () => {})
    const jobs = await open([job], { isWorker: false })
    await expect(jobs.enqueue(db, job, { noteId: 'no uuid' })).rejects.toThrow(z.ZodError)
    await expect(
      jobs.enqueue(
        db,
        noteJob(async () => {}),
        note(),
      ),
    ).rejects.toThrow('not in the list of jobs')
  })

  test('a hundred simultaneous jobs run without waiting for the next poll', async () => {
    let count = 0
    const job = noteJob(async () => void count++, { concurrency: 2 })
    const jobs = await open([job])
    await db.transaction().execute(async (trx) => {
      for (let i = 0; i < 100; i++) await jobs.enqueue(trx, job, note())
    })
    await vi.waitFor(() => expect(count).toBe(100), { timeout: 5000 })
  })

  test('a delayed job starts when it is due, within about a second', async () => {
    const started: number[] = []
    const job = noteJob(async () => void started.push(Date.now()))
    const jobs = await open([job])
    const due = new Date(Date.now() + 1500)
    await jobs.enqueue(db, job, note(), { startAfter: due })
    await vi.waitFor(() => expect(started).toHaveLength(1), { timeout: 5000 })
    expect(started[0]).toBeGreaterThanOrEqual(due.getTime() - 50)
    expect(started[0]).toBeLessThan(due.getTime() + 1500)
  })

  test('a process without the worker role enqueues and leaves the work to a worker', async () => {
    const seen: string[] = []
    const job = noteJob(async () => void seen.push('ran'))
    const api = await open([job], { isWorker: false })
    await expect(api.startWorker(jobServices(db))).rejects.toThrow('does not work on jobs')
    await api.enqueue(db, job, note())
    await delay(1200)
    expect(seen).toEqual([])
    await open([job])
    await vi.waitFor(() => expect(seen).toEqual(['ran']))
  })
})

describe('a key', () => {
  test('prevents a second job while one waits, for this key only', async () => {
    const job = noteJob(async () => {})
    const jobs = await open([job], { isWorker: false })
    const first = await jobs.enqueue(db, job, note(), { singletonKey: 'a' })
    expect(await jobs.enqueue(db, job, note(), { singletonKey: 'a' })).toBe(first)
    expect(await jobs.enqueue(db, job, note(), { singletonKey: 'b' })).not.toBe(first)
    const keyless = await Promise.all([jobs.enqueue(db, job, note()), jobs.enqueue(db, job, note())])
    expect(new Set([first, ...keyless]).size).toBe(3)
  })

  test('allows one more job while one runs', async () => {
    const leave = Promise.withResolvers<void>()
    let runs = 0
    const job = noteJob(async () => {
      runs += 1
      await leave.promise
    })
    const jobs = await open([job])
    const first = await jobs.enqueue(db, job, note(), { singletonKey: 'a' })
    await vi.waitFor(() => expect(runs).toBe(1))
    expect(await jobs.enqueue(db, job, note(), { singletonKey: 'a' })).not.toBe(first)
    leave.resolve()
    await vi.waitFor(() => expect(runs).toBe(2))
  })

  test('a job found waiting does not start before the transaction that relies on it has ended', async () => {
    const readings: number[] = []
    await db.schema.createTable('readings').addColumn('value', 'integer').execute()
    const job = noteJob(async ({ services }) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from readings`.execute(services.db)
      readings.push(rows[0]?.count ?? -1)
    })
    const jobs = await open([job], { isWorker: false })
    await jobs.enqueue(db, job, note(), { singletonKey: 'a' })
    let worker: Jobs | null = null
    await db.transaction().execute(async (trx) => {
      await sql`insert into readings values (1)`.execute(trx)
      await jobs.enqueue(trx, job, note(), { singletonKey: 'a' })
      worker = await open([job])
      await delay(1300)
    })
    expect(worker).not.toBeNull()
    await vi.waitFor(() => expect(readings).toEqual([1]), { timeout: 4000 })
  })
})

describe('running', () => {
  test('a failing job is retried with growing waits up to its attempts, then counts as failed', async () => {
    const attempts: number[] = []
    const job = noteJob(
      async ({ attempt, log }) => {
        attempts.push(attempt)
        log(`try ${attempt}`)
        throw new Error(`broken ${attempt}`)
      },
      { attempts: 3, backoff: { firstSeconds: 1, maxSeconds: 2 } },
    )
    const jobs = await open([job])
    const id = await jobs.enqueue(db, job, note())
    await vi.waitFor(async () => expect((await rowOf(id))?.state).toBe('retry'))
    await vi.waitFor(async () => expect((await rowOf(id))?.state).toBe('failed'), { timeout: 15_000 })
    expect(attempts).toEqual([1, 2, 3])
  })

  test('a stored payload that no longer fits fails the job and not the worker', async () => {
    const seen: string[] = []
    const job = noteJob(async ({ payload }) => void seen.push(payload.noteId), { attempts: 1 })
    const jobs = await open([job])
    const id = await db.transaction().execute(async (trx) => {
      const added = await jobs.enqueue(trx, job, note())
      await sql`update pgboss.job set data = '{"noteId": 7}' where id = ${added}`.execute(trx)
      return added
    })
    await vi.waitFor(async () => expect((await rowOf(id))?.state).toBe('failed'))
    const good = note()
    await jobs.enqueue(db, job, good)
    await vi.waitFor(() => expect(seen).toEqual([good.noteId]))
  })

  test('a job that cannot succeed by retrying fails immediately', async () => {
    let runs = 0
    const job = noteJob(async () => {
      runs += 1
      throw new PermanentFailure('no such address')
    })
    const jobs = await open([job])
    const id = await jobs.enqueue(db, job, note())
    await vi.waitFor(async () => expect((await rowOf(id))?.state).toBe('failed'))
    expect(runs).toBe(1)
  })

  test('the handler is imported when the first job runs, not before', async () => {
    const load = vi.fn(async () => async () => {})
    const job = defineJob({ ...noteJob(async () => {}), load })
    const jobs = await open([job])
    await delay(1200)
    expect(load).not.toHaveBeenCalled()
    await jobs.enqueue(db, job, note())
    await vi.waitFor(() => expect(load).toHaveBeenCalled())
  })

  test('a job that takes too long is aborted and retried', async () => {
    const reasons: string[] = []
    const job = noteJob(
      async ({ attempt, signal }) => {
        if (attempt === 1) await delay(10_000, undefined, { signal }).catch(() => reasons.push('left'))
        else reasons.push('ran')
      },
      { expireInSeconds: 1, backoff: { firstSeconds: 1, maxSeconds: 1 } },
    )
    const jobs = await open([job])
    await jobs.enqueue(db, job, note())
    await vi.waitFor(() => expect(reasons).toEqual(['left', 'ran']), { timeout: 8000 })
  })
})

describe('stopping', () => {
  test('the running job finishes, the next one stays queued', async () => {
    const seen: string[] = []
    const job = noteJob(async () => {
      seen.push('begun')
      await delay(400)
      seen.push('done')
    })
    const jobs = await open([job])
    const first = await jobs.enqueue(db, job, note())
    const second = await jobs.enqueue(db, job, note())
    await vi.waitFor(() => expect(seen).toEqual(['begun']))
    await jobs.stop({ limitMs: 5000 })
    expect(seen).toEqual(['begun', 'done'])
    expect((await rowOf(first))?.state).toBe('completed')
    expect((await rowOf(second))?.state).toBe('created')
  })

  test.each(['stops when aborted', 'ignores the signal'])(
    'a job over the limit that %s is given back at no cost',
    async (kind) => {
      const seen: number[] = []
      const job = noteJob(
        async ({ attempt, signal }) => {
          seen.push(attempt)
          if (attempt > 1) return
          await delay(3000, undefined, kind === 'stops when aborted' ? { signal } : {})
        },
        { attempts: 1 },
      )
      const jobs = await open([job])
      const id = await jobs.enqueue(db, job, note())
      await vi.waitFor(() => expect(seen).toEqual([1]))
      const before = performance.now()
      await jobs.stop({ limitMs: 300 })
      expect(performance.now() - before).toBeLessThan(2500)
      expect((await rowOf(id))?.state).toBe('retry')
      await open([job])
      await vi.waitFor(async () => expect((await rowOf(id))?.state).toBe('completed'))
      expect(seen).toEqual([1, 2])
    },
  )
})

describe('startup', () => {
  const plain = () => noteJob(async () => {})

  test('fails when two jobs have the same name', async () => {
    const job = plain()
    await expect(open([job, { ...plain(), name: job.name }])).rejects.toThrow(`Two jobs have the name ${job.name}`)
  })

  test('fails when a job has no handler', async () => {
    const job = plain()
    Reflect.set(job, 'load', undefined)
    await expect(open([job])).rejects.toThrow('has no handler')
  })

  test('fails when a payload field with a secret-sounding name would be shown', async () => {
    const payload = z.strictObject({ resetToken: z.string() })
    const job = defineJob({ name: 'test-secret', title: 'Test a secret', payload, load: async () => async () => {} })
    await expect(open([job])).rejects.toThrow('resetToken')
    await open([{ ...job, secrets: ['resetToken'] }], { isWorker: false })
  })

  test('applies changed settings to an existing queue', async () => {
    const job = plain()
    await open([job], { isWorker: false })
    const jobs = await open([{ ...job, attempts: 9 }], { isWorker: false })
    const { rows } = await sql`select retry_limit from pgboss.queue where name = ${job.name}`.execute(db)
    expect(rows).toEqual([{ retry_limit: 8 }])
    await jobs.check()
  })
})

describe('schedules', () => {
  test('a declared schedule adds its job; a schedule without a job is removed', async () => {
    const payload = z.strictObject({})
    const daily = { ...noteJob(async () => {}), payload, cron: '5 4 * * *', load: async () => async () => {} }
    const jobs = await open([daily])
    const names = async () => {
      const { rows } = await sql<{
        name: string
        cron: string
      }>`select name, cron from pgboss.schedule order by name`.execute(db)
      return rows
    }
    expect(await names()).toContainEqual({ name: daily.name, cron: '5 4 * * *' })
    await jobs.stop()
    await open([{ ...daily, cron: '6 4 * * *' }])
    expect(await names()).toContainEqual({ name: daily.name, cron: '6 4 * * *' })
    await open([])
    expect((await names()).map(({ name }) => name)).toEqual(['sweep-job-runs'])
  })
})

describe('the jobs of a killed worker', () => {
  /** As a worker leaves it that is killed while it runs the job. */
  const leave = (id: string) =>
    sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where id = ${id}`.execute(db)

  test('resume when the server restarts, without waiting for their lease', async () => {
    const attempts: number[] = []
    const job = noteJob(async ({ attempt }) => void attempts.push(attempt))
    const api = await open([job], { isWorker: false })
    const id = await api.enqueue(db, job, note())
    await leave(id)
    await open([job])
    await vi.waitFor(() => expect(attempts).toEqual([2]), { timeout: 5000 })
  })

  test('are left alone while another worker lives, which may be running them', async () => {
    const job = noteJob(async () => undefined)
    await open([])
    const api = await open([job], { isWorker: false })
    const id = await api.enqueue(db, job, note())
    await leave(id)
    await open([job])
    expect(await rowOf(id)).toMatchObject({ state: 'active', retry_count: 0 })
  })
})
