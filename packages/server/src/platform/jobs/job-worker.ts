/** Runs jobs: one pg-boss worker per job and slot, a record of who runs it and its log, and an orderly shutdown. */
import { setTimeout as delay } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { PermanentFailure, type Job, type JobServices } from './job.ts'
import { saveJobLog, startJobRun } from './job-run.queries.ts'

type WorkerOptions = {
  readonly boss: PgBoss
  readonly jobs: readonly Job[]
  readonly services: JobServices
  readonly workerName: string
}

export type Worker = { stop(limitMs: number): Promise<void> }

type RunningJob = { readonly name: string; readonly id: string; readonly attempt: number; readonly done: Promise<void> }

/** New jobs wake the worker and due ones are found below, so each queue's poll is only a fallback. */
const pollSeconds = 60
const dueCheckMs = 1000
const logSaveIntervalMs = 2000
/** Time that an aborted job may still take. */
const abortGraceMs = 1000

export async function startWorker({ boss, jobs, services, workerName }: WorkerOptions): Promise<Worker> {
  const running = new Set<RunningJob>()
  const stopping = new AbortController()
  const workerIds = new Map<string, string[]>()
  for (const job of jobs) {
    const ids: string[] = []
    workerIds.set(job.name, ids)
    for (let slot = 0; slot < job.concurrency; slot++) {
      const polling = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds }
      const id = await boss.work(job.name, { includeMetadata: true, ...polling }, async (batch: JobWithMetadata[]) => {
        // Checks for the next job immediately: a NOTIFY says that there is work, not how much.
        for (const id of ids) boss.notifyWorker(id)
        for (const fetched of batch) await track(job, fetched)
      })
      ids.push(id)
    }
  }

  async function track(job: Job, fetched: JobWithMetadata): Promise<void> {
    const signal = AbortSignal.any([fetched.signal, stopping.signal])
    const done = runJob(job, fetched, signal, services, workerName)
    const entry = { name: job.name, id: fetched.id, attempt: fetched.retryCount, done: done.catch(() => undefined) }
    running.add(entry)
    try {
      await done
    } catch (error) {
      // It stopped on request, not because of a fault.
      if (stopping.signal.aborted) await releaseJob(boss, entry)
      else if (error instanceof PermanentFailure) await makeAttemptFinal(boss, entry)
      throw error
    } finally {
      running.delete(entry)
    }
  }

  const watching = watchDueJobs(boss, workerIds, services, stopping.signal)

  return {
    async stop(limitMs) {
      // Not awaited here: it waits for running jobs without a limit.
      const emptied = Promise.all(jobs.map((job) => boss.offWork(job.name)))
      await Promise.race([emptied, delay(limitMs, undefined, { ref: false })])
      stopping.abort(new Error('The server stops'))
      await watching
      await Promise.race([emptied, delay(abortGraceMs, undefined, { ref: false })])
      for (const job of running) await releaseJob(boss, job)
    },
  }
}

async function runJob(
  job: Job,
  fetched: JobWithMetadata,
  signal: AbortSignal,
  services: JobServices,
  workerName: string,
): Promise<void> {
  const { id } = fetched
  const log = createJobLog(await startJobRun(services.db, id, workerName))
  let saved = log.text()
  const save = async () => {
    const text = log.text()
    if (text === saved) return
    saved = text
    await saveJobLog(services.db, id, text)
  }
  const saving = setInterval(() => void save().catch(() => undefined), logSaveIntervalMs)
  try {
    const handle = await job.load()
    const payload = job.payload.parse(fetched.data)
    await handle({ payload, attempt: fetched.retryCount + 1, log: log.add, signal, services })
  } catch (error) {
    const failure = toFailure(error)
    log.add(`Failed: ${failure.message}`)
    services.log.warn({ job: job.name, jobId: id, attempt: fetched.retryCount + 1, err: failure }, 'a job failed')
    throw failure
  } finally {
    clearInterval(saving)
    await save().catch((error: unknown) => services.log.warn({ err: error, jobId: id }, 'a job log was not saved'))
  }
}

const maxErrorLength = 4000

/** Only an error's name, message and stack are stored: other fields may contain rows, URLs or connections. */
function toFailure(error: unknown): Error {
  const text = error instanceof Error ? error.message.slice(0, maxErrorLength) : String(error)
  const failure = error instanceof PermanentFailure ? new PermanentFailure(text) : new Error(text)
  if (error instanceof Error) {
    failure.name = error.name
    failure.stack = error.stack?.slice(0, maxErrorLength)
  }
  return failure
}

async function watchDueJobs(
  boss: PgBoss,
  workerIds: ReadonlyMap<string, readonly string[]>,
  services: JobServices,
  signal: AbortSignal,
): Promise<void> {
  const names = [...workerIds.keys()]
  while (!signal.aborted) {
    await delay(dueCheckMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    try {
      const { rows } = await boss.getDb().executeSql(dueQueues, [names])
      for (const row of rows as { name: string }[])
        for (const id of workerIds.get(row.name) ?? []) boss.notifyWorker(id)
    } catch (error) {
      services.log.warn(`Due jobs could not be looked for: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

const dueQueues = `
  select name from unnest($1::text[]) name
  where exists (
    select 1 from pgboss.job j
    where j.name = name.name and j.state < 'active' and not j.blocked and j.start_after <= now()
  )`

/**
 * Back to waiting, due now. The interrupted attempt counts and the limit rises by one, so it costs the job nothing, and
 * late results of this process refer to a past attempt.
 */
async function releaseJob(boss: PgBoss, { name, id, attempt }: RunningJob): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job
     set state = 'retry', retry_count = retry_count + 1, retry_limit = retry_limit + 1,
       start_after = now(), started_on = null, heartbeat_on = null
     where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [name, id, attempt],
  )
}

/**
 * Jobs of killed workers become due now instead of when their lease expires. Only while no worker lives. The attempt
 * counts, because the job itself may have ended the process. A job on its last attempt waits until its lease expires.
 */
export async function releaseAbandonedJobs(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job
     set state = 'retry', retry_count = retry_count + 1, start_after = now(), started_on = null, heartbeat_on = null
     where name = any($1::text[]) and state = 'active' and retry_count < retry_limit`,
    [jobs.map(({ name }) => name)],
  )
}

/** Makes the current attempt the last one. */
async function makeAttemptFinal(boss: PgBoss, { name, id, attempt }: RunningJob): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set retry_limit = retry_count
     where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [name, id, attempt],
  )
}

const maxLines = 200
const maxCharacters = 20_000
const maxLineLength = 1000

/** The last lines of a job's log, bounded so that a verbose job cannot fill the database. */
export type JobLog = {
  readonly add: (line: string) => void
  readonly text: () => string
}

/** `before`: the log of earlier attempts. */
export function createJobLog(before: string, now: () => Date = () => new Date()): JobLog {
  const lines = before === '' ? [] : before.split('\n')
  let size = before.length
  return {
    add(line) {
      // PostgreSQL rejects U+0000, and an entry stays on one line.
      const text = line
        .replaceAll(/[\u0000-\u001f]+/g, ' ')
        .slice(0, maxLineLength)
        .toWellFormed()
      const entry = `${now().toISOString()} ${text}`
      lines.push(entry)
      size += entry.length + 1
      while (lines.length > maxLines || size > maxCharacters) size -= (lines.shift()?.length ?? 0) + 1
    },
    text: () => lines.join('\n'),
  }
}
