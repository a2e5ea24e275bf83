/**
 * A job is declared as data in `<thing>.job.ts`; its handler is imported when the first such job runs, so that an idle
 * server does not load unused code. Every job may run twice (a worker can die after the work and before reporting it):
 * a handler detects what is already done and skips what is gone.
 */
import type { BaseLogger } from 'pino'
import type * as z from 'zod'
import type { Db } from '../database/db.ts'

/** Services for handlers. Parts of the platform add themselves by declaration merging; main assembles them. */
export interface JobServices {
  db: Db
  jobs: { enqueue: Enqueue }
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** The installation's public URL without a trailing slash. */
  publicAddress: () => string
}

export type JobRun<Payload> = {
  readonly payload: Payload
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Adds a line to the log in the back office; only the last lines are kept. No secrets. */
  readonly log: (line: string) => void
  /** Aborts when the time is up, the lease is lost or the server stops: stop early and throw. */
  readonly signal: AbortSignal
  readonly services: JobServices
}

// A method, so that a job with any payload is a Job; each only ever receives its own payload.
type Handler<Payload> = { run(job: JobRun<Payload>): Promise<void> }['run']
/** If it throws, the job is retried later, unless it is a PermanentFailure. */
export type JobHandler<Payload extends z.ZodObject> = Handler<z.output<Payload>>

export type Job<Payload extends z.ZodObject = z.ZodObject> = {
  /** Verb first, kebab case; stored with every job, so the name never changes. */
  readonly name: string
  /** Title in the back office. */
  readonly title: string
  /** Ids, not content: the job looks up what they refer to when it runs. */
  readonly payload: Payload
  /** Payload fields that are hidden in the back office. */
  readonly secrets: readonly (keyof z.output<Payload> & string)[]
  /** Maximum number of attempts before it counts as failed. */
  readonly attempts: number
  /** The wait doubles with every failure (with jitter) up to the maximum. */
  readonly backoff: { readonly firstSeconds: number; readonly maxSeconds: number }
  /** Time limit of one attempt, at most a day. */
  readonly expireInSeconds: number
  /** How many of these one worker process runs concurrently. */
  readonly concurrency: number
  /** Five fields, UTC. Runs with an empty payload; a run missed while the server was down is made up once. */
  readonly cron?: string
  readonly load: () => Promise<JobHandler<Payload>>
}

export type EnqueueOptions = {
  readonly startAfter?: Date
  /** While a job of this name and key waits, no second one is added. */
  readonly singletonKey?: string
}

/** Expects the transaction that the job belongs to. Returns the id of the job that will do the work. */
export type Enqueue = <Payload extends z.ZodObject>(
  db: Db,
  job: Job<Payload>,
  payload: z.input<Payload>,
  options?: EnqueueOptions,
) => Promise<string>

type DefaultedField = 'secrets' | 'attempts' | 'backoff' | 'expireInSeconds' | 'concurrency'
type JobInput<P extends z.ZodObject> = Omit<Job<P>, DefaultedField> & Partial<Pick<Job<P>, DefaultedField>>

export function defineJob<Payload extends z.ZodObject>(input: JobInput<Payload>): Job<Payload> {
  return {
    secrets: [],
    attempts: 5,
    backoff: { firstSeconds: 5, maxSeconds: 3600 },
    expireInSeconds: 15 * 60,
    concurrency: 1,
    ...input,
  }
}

/** Thrown by a handler if retrying cannot help: the job fails immediately. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}

const secretPattern = /password|secret|token/i

/** Stops the start if a job could not run, or would run as another. */
export function checkJobs(jobs: readonly Job[]): void {
  const names = new Set<string>()
  for (const job of jobs) {
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(job.name)) throw new Error(`The job name ${job.name} is not verb-object`)
    if (names.has(job.name)) throw new Error(`Two jobs have the name ${job.name}`)
    names.add(job.name)
    // The type says so too, but modules that import each other can leave it undefined.
    if (typeof job.load !== 'function') throw new Error(`The job ${job.name} has no handler`)
    if (job.attempts < 1) throw new Error(`The job ${job.name} has no attempts`)
    if (job.cron !== undefined && !job.payload.safeParse({}).success) {
      throw new Error(`The job ${job.name} has a schedule but needs a payload`)
    }
    const open = Object.keys(job.payload.shape).find(
      (field) => secretPattern.test(field) && !job.secrets.includes(field),
    )
    if (open !== undefined) throw new Error(`The job ${job.name} shows ${open} in the back office`)
  }
}
