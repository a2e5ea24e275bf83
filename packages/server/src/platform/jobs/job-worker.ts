/** Runs jobs: one pg-boss worker a job and place, our note of who runs it and what it says, and an orderly end. */
import { setTimeout as delay } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { PermanentFailure, type Job, type JobServices } from './job.ts'
import { createJobLog } from './job-log.ts'
import { saveJobLog, startJobRun } from './job-run.queries.ts'

type WorkerOptions = {
  readonly boss: PgBoss
  readonly jobs: readonly Job[]
  readonly services: JobServices
  readonly workerName: string
}

export type Worker = { stop(limitMs: number): Promise<void> }

type RunningJob = { readonly name: string; readonly id: string; readonly attempt: number; readonly done: Promise<void> }

/** New jobs wake the worker and due ones are looked for below, so the poll of each queue is only a floor. */
const pollSeconds = 60
const lookForDueMs = 1000
const saveLogMs = 2000
/** What a job that was told to leave may still take. */
const leaveMs = 1000

export async function startWorker({ boss, jobs, services, workerName }: WorkerOptions): Promise<Worker> {
  const running = new Set<RunningJob>()
  const stopping = new AbortController()
  const places = new Map<string, string[]>()
  for (const job of jobs) {
    const ids: string[] = []
    places.set(job.name, ids)
    for (let place = 0; place < job.concurrency; place++) {
      const polling = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds }
      const id = await boss.work(job.name, { includeMetadata: true, ...polling }, async (batch: JobWithMetadata[]) => {
        // Look for the next one at once: a NOTIFY tells that there is work, not how much.
        for (const id of ids) boss.notifyWorker(id)
        for (const taken of batch) await track(job, taken)
      })
      ids.push(id)
    }
  }

  async function track(job: Job, taken: JobWithMetadata): Promise<void> {
    const signal = AbortSignal.any([taken.signal, stopping.signal])
    const done = runJob(job, taken, signal, services, workerName)
    const entry = { name: job.name, id: taken.id, attempt: taken.retryCount, done: done.catch(() => undefined) }
    running.add(entry)
    try {
      await done
    } catch (error) {
      // Told to leave, it left: no fault of its own.
      if (stopping.signal.aborted) await releaseJob(boss, entry)
      else if (error instanceof PermanentFailure) await giveUpJob(boss, entry)
      throw error
    } finally {
      running.delete(entry)
    }
  }

  const watching = watchDueJobs(boss, places, services, stopping.signal)

  return {
    async stop(limitMs) {
      // Not waited for here: it waits for the jobs in hand, without a limit.
      const emptied = Promise.all(jobs.map((job) => boss.offWork(job.name)))
      await Promise.race([emptied, delay(limitMs, undefined, { ref: false })])
      stopping.abort(new Error('The server stops'))
      await watching
      await Promise.race([emptied, delay(leaveMs, undefined, { ref: false })])
      for (const job of running) await releaseJob(boss, job)
    },
  }
}

async function runJob(
  job: Job,
  taken: JobWithMetadata,
  signal: AbortSignal,
  services: JobServices,
  workerName: string,
): Promise<void> {
  const { id } = taken
  const log = createJobLog(await startJobRun(services.db, id, workerName))
  let saved = log.text()
  const save = async () => {
    const text = log.text()
    if (text === saved) return
    saved = text
    await saveJobLog(services.db, id, text)
  }
  const saving = setInterval(() => void save().catch(() => undefined), saveLogMs)
  try {
    const handle = await job.load()
    const payload = job.payload.parse(taken.data)
    await handle({ payload, attempt: taken.retryCount + 1, log: log.add, signal, services })
  } catch (error) {
    const failure = toFailure(error)
    log.add(`Failed: ${failure.message}`)
    services.log.warn({ job: job.name, jobId: id, attempt: taken.retryCount + 1, err: failure }, 'a job failed')
    throw failure
  } finally {
    clearInterval(saving)
    await save().catch((error: unknown) => services.log.warn({ err: error, jobId: id }, 'a job log was not saved'))
  }
}

const mostOfAStack = 4000

/** Only name, text and stack are kept of an error: other fields may hold rows, addresses or connections. */
function toFailure(error: unknown): Error {
  const text = error instanceof Error ? error.message.slice(0, mostOfAStack) : String(error)
  const failure = error instanceof PermanentFailure ? new PermanentFailure(text) : new Error(text)
  if (error instanceof Error) {
    failure.name = error.name
    failure.stack = error.stack?.slice(0, mostOfAStack)
  }
  return failure
}

async function watchDueJobs(
  boss: PgBoss,
  places: ReadonlyMap<string, readonly string[]>,
  services: JobServices,
  signal: AbortSignal,
): Promise<void> {
  const names = [...places.keys()]
  while (!signal.aborted) {
    await delay(lookForDueMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    try {
      const { rows } = await boss.getDb().executeSql(dueQueues, [names])
      for (const row of rows as { name: string }[]) for (const id of places.get(row.name) ?? []) boss.notifyWorker(id)
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
 * Back to waiting, due now. The interrupted try is counted and the limit raised by one, so it costs the job nothing, and
 * whatever this process still says about its try is about one that is over.
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

/** The try in hand becomes the last one. */
async function giveUpJob(boss: PgBoss, { name, id, attempt }: RunningJob): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set retry_limit = retry_count
     where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [name, id, attempt],
  )
}
