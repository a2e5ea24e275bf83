/**
 * The queue (pg-boss, in its own schema of our database). `enqueue` inserts in the caller's transaction, so a job
 * leaves with the commit or not at all; NOTIFY then wakes the workers, so it starts immediately. Jobs that become due
 * by time (delayed jobs, retries) are found by one query per second over all queues, not by a poll of each.
 */
import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { PgBoss, type Db as BossDb, type QueueResult } from 'pg-boss'
import type { BaseLogger } from 'pino'
import type * as z from 'zod'
import { connectionOptions, type DatabaseConnection } from '../database/database.ts'
import type { Db } from '../database/db.ts'
import { lockWorker, type ProcessLock } from '../database/process-lock.ts'
import { checkJobs, type Enqueue, type EnqueueOptions, type Job, type JobServices } from './job.ts'
import { createJobDirectory, createJobIndexes, type JobDirectory } from './job-directory.ts'
import { releaseAbandonedJobs, startWorker, type Worker } from './job-worker.ts'
import { sweepJobRuns } from './sweep-job-runs.job.ts'

export type JobsOptions = {
  readonly connection: DatabaseConnection | { readonly url: string }
  readonly jobs: readonly Job[]
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** Without this role, the process only enqueues. */
  readonly isWorker: boolean
  /** Shown in the back office. */
  readonly workerName?: string
  /** A job whose worker died returns after this time and one supervision; at least 10. */
  readonly leaseSeconds?: number
  readonly superviseSeconds?: number
}

export type Jobs = {
  readonly enqueue: Enqueue
  /** Requires the worker role. Jobs that declare a schedule need no call. */
  schedule(job: Job, cron: string): Promise<void>
  /** Requires the worker role. */
  startWorker(services: Omit<JobServices, 'jobs' | 'log'>): Promise<void>
  /** The jobs as the back office shows and changes them. */
  readonly directory: JobDirectory
  /** Throws if the queue does not respond. */
  check(): Promise<void>
  /** Accepts no more jobs, lets running ones finish within the limit, and returns the rest. */
  stop(options?: { readonly limitMs?: number }): Promise<void>
}

const jobRetentionSeconds = { done: 7 * 86_400, waiting: 365 * 86_400 }

export async function openJobs(options: JobsOptions): Promise<Jobs> {
  const { isWorker, log } = options
  const jobs = [...options.jobs, sweepJobRuns]
  checkJobs(jobs)
  const boss = new PgBoss({
    ...connectionOptions(options.connection),
    application_name: 'knowreel jobs',
    max: 3,
    useListenNotify: isWorker,
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: options.superviseSeconds ?? 15,
    monitorIntervalSeconds: options.superviseSeconds ?? 15,
    maintenanceIntervalSeconds: 3600,
    // Jobs that wait for other jobs are not used.
    flowIntervalSeconds: 3600,
  })
  boss.on('error', (error) => log.error({ err: error }, `The job queue: ${error.message}`))
  boss.on('warning', (warning) => log.warn(`The job queue: ${warning.message}`))
  await boss.start()
  await createJobIndexes((text) => boss.getDb().executeSql(text))
  await syncQueues(boss, jobs, options.leaseSeconds ?? 30)

  let worker: Worker | null = null
  let workerLock: ProcessLock | null = null
  let stopped: Promise<void> | null = null
  const opened: Jobs = {
    directory: createJobDirectory(jobs),
    enqueue: (db, job, payload, enqueueOptions) => enqueue(boss, jobs, db, job, payload, enqueueOptions),
    async schedule(job, cron) {
      if (!jobs.includes(job)) throw new Error(`The job ${job.name} is not in the list of jobs`)
      await boss.schedule(job.name, cron, {}, { missed: 'once' })
    },
    async startWorker(services) {
      if (!isWorker || worker) throw new Error('This process does not work on jobs, or already does')
      await syncSchedules(boss, jobs)
      workerLock = await lockWorker({ connection: options.connection, log }, () => releaseAbandonedJobs(boss, jobs))
      worker = await startWorker({
        boss,
        jobs,
        services: { ...services, jobs: opened, log },
        workerName: options.workerName ?? 'Application',
      })
    },
    async check() {
      await boss.getDb().executeSql('select 1 from pgboss.queue limit 1')
    },
    stop({ limitMs = 20_000 } = {}) {
      const stop = async () => {
        await worker?.stop(limitMs)
        await workerLock?.release()
        await boss.stop({ graceful: false })
      }
      return (stopped ??= stop())
    },
  }
  return opened
}

async function enqueue<P extends z.ZodObject>(
  boss: PgBoss,
  jobs: readonly Job[],
  db: Db,
  job: Job<P>,
  payload: z.input<P>,
  { startAfter, singletonKey }: EnqueueOptions = {},
): Promise<string> {
  if (!jobs.some((known) => known === job)) throw new Error(`The job ${job.name} is not in the list of jobs`)
  const data = job.payload.parse(payload)
  const through = toBossDb(db)
  for (;;) {
    const id = randomUUID()
    // Queues keep one waiting job per key; a job without a key gets a unique one.
    const sent = await boss.send(job.name, data, { id, db: through, startAfter, singletonKey: singletonKey ?? id })
    if (sent !== null) return sent
    const waiting = await lockWaitingJob(through, job.name, singletonKey ?? id)
    if (waiting !== null) return waiting
    // It was started between the two statements and may not see what the caller writes now, so another is needed.
  }
}

/**
 * Prevents the waiting job of this key from starting before the caller's transaction ends: otherwise it would read the
 * state before that transaction, and no other job would follow. Several callers may hold the lock.
 */
async function lockWaitingJob(db: BossDb, name: string, key: string): Promise<string | null> {
  const { rows } = await db.executeSql(
    `select id from pgboss.job where name = $1 and singleton_key = $2 and state = 'created' for key share`,
    [name, key],
  )
  const row: unknown = rows[0]
  return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : null
}

const toBossDb = (db: Db): BossDb => ({
  async executeSql(text, values) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...(values ?? [])]))
    return { rows }
  },
})

async function syncQueues(boss: PgBoss, jobs: readonly Job[], leaseSeconds: number): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const job of jobs) {
    const wanted = queueOptions(job, leaseSeconds)
    const queue = existing.get(job.name)
    if (queue === undefined) await boss.createQueue(job.name, { ...wanted, policy: 'short' })
    else if (differs(queue, wanted)) await boss.updateQueue(job.name, wanted)
  }
}

const queueOptions = (job: Job, leaseSeconds: number) => ({
  retryLimit: job.attempts - 1,
  retryDelay: job.backoff.firstSeconds,
  retryBackoff: true,
  retryDelayMax: job.backoff.maxSeconds,
  expireInSeconds: job.expireInSeconds,
  heartbeatSeconds: leaseSeconds,
  deleteAfterSeconds: jobRetentionSeconds.done,
  retentionSeconds: jobRetentionSeconds.waiting,
  notify: true,
})

function differs(queue: QueueResult, wanted: ReturnType<typeof queueOptions>): boolean {
  const is = new Map<string, unknown>(Object.entries(queue))
  return Object.entries(wanted).some(([name, value]) => is.get(name) !== value)
}

/** A schedule of a removed job would add jobs that nobody runs. */
async function syncSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Set(jobs.map((job) => job.name))
  const existing = await boss.getSchedules()
  for (const { name } of existing) if (!known.has(name)) await boss.unschedule(name)
  for (const { name, cron } of jobs) {
    if (cron === undefined || existing.some((schedule) => schedule.name === name && schedule.cron === cron)) continue
    await boss.schedule(name, cron, {}, { missed: 'once' })
  }
}
