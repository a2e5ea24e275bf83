/**
 * A job is declared as data in a `<thing>.job.ts` file; its handler is imported when the first such job runs, so that an
 * idle server does not hold the code of work it does not do. Every job may run twice (a worker can die after the work
 * and before saying so): a handler finds out by itself what is already done, and skips what is gone.
 */
import type { BaseLogger } from 'pino'
import type * as z from 'zod'
import type { Db } from '../database/db.ts'

/** What handlers may use. Parts of the platform add themselves by declaration merging; main puts it together. */
export interface JobServices {
  db: Db
  jobs: { enqueue: Enqueue }
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** Where people reach the installation, without a slash at the end. */
  publicAddress: () => string
}

export type JobRun<Payload> = {
  readonly payload: Payload
  /** 1 for the first try. */
  readonly attempt: number
  /** Adds a line to the log that the back office shows; only the last lines are kept. Nothing secret. */
  readonly log: (line: string) => void
  /** Ends when the time is up, the lease is lost or the server stops: leave early and throw. */
  readonly signal: AbortSignal
  readonly services: JobServices
}

// Written as a method so that a job with any payload counts as a job; each is only ever given its own payload.
type Handler<Payload> = { run(job: JobRun<Payload>): Promise<void> }['run']
/** Throws: the job is tried again later, unless it is a PermanentFailure. */
export type JobHandler<Payload extends z.ZodObject> = Handler<z.output<Payload>>

export type Job<Payload extends z.ZodObject = z.ZodObject> = {
  /** Verb first, in kebab case; stored with every job, so a job keeps its name for ever. */
  readonly name: string
  /** For people, in the back office. */
  readonly title: string
  /** Ids, not content: what the ids mean is looked up when the job runs. */
  readonly payload: Payload
  /** Fields of the payload that nobody may read in the back office. */
  readonly secrets: readonly (keyof z.output<Payload> & string)[]
  /** How often it runs at most before it counts as failed. */
  readonly attempts: number
  /** The wait doubles with every failure (with some chance in it) up to the most. */
  readonly backoff: { readonly firstSeconds: number; readonly mostSeconds: number }
  /** One try may take this long, at most a day. */
  readonly expireInSeconds: number
  /** How many of these one worker process runs at a time. */
  readonly concurrency: number
  /** Five fields, UTC. Runs with an empty payload; a time missed while the server was down is made up for once. */
  readonly cron?: string
  readonly load: () => Promise<JobHandler<Payload>>
}

export type EnqueueOptions = {
  readonly startAfter?: Date
  /** While a job of this name and key waits, no second one is added. */
  readonly singletonKey?: string
}

/** Give the transaction that the job belongs to. Gives the id of the job that will do the work. */
export type Enqueue = <Payload extends z.ZodObject>(
  db: Db,
  job: Job<Payload>,
  payload: z.input<Payload>,
  options?: EnqueueOptions,
) => Promise<string>

type Optional = 'secrets' | 'attempts' | 'backoff' | 'expireInSeconds' | 'concurrency'
type JobInput<P extends z.ZodObject> = Omit<Job<P>, Optional> & Partial<Pick<Job<P>, Optional>>

export function defineJob<Payload extends z.ZodObject>(input: JobInput<Payload>): Job<Payload> {
  return {
    secrets: [],
    attempts: 5,
    backoff: { firstSeconds: 5, mostSeconds: 3600 },
    expireInSeconds: 15 * 60,
    concurrency: 1,
    ...input,
  }
}

/** Thrown by a handler: trying again cannot help, so the job counts as failed at once. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}

const looksSecret = /password|secret|token/i

/** Stops the boot on a job that could not run, or would run as another. */
export function checkJobs(jobs: readonly Job[]): void {
  const names = new Set<string>()
  for (const job of jobs) {
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(job.name)) throw new Error(`The job name ${job.name} is not verb-object`)
    if (names.has(job.name)) throw new Error(`Two jobs have the name ${job.name}`)
    names.add(job.name)
    // The type says so too, but a job list can be put together from modules that import each other.
    if (typeof job.load !== 'function') throw new Error(`The job ${job.name} has no handler`)
    if (job.attempts < 1) throw new Error(`The job ${job.name} has no attempts`)
    if (job.cron !== undefined && !job.payload.safeParse({}).success) {
      throw new Error(`The job ${job.name} has a schedule but needs a payload`)
    }
    const open = Object.keys(job.payload.shape).find((field) => looksSecret.test(field) && !job.secrets.includes(field))
    if (open !== undefined) throw new Error(`The job ${job.name} shows ${open} in the back office`)
  }
}
