/** The rows of the queue as the product's jobs, without the queue's internal jobs: for the back office. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql, type RawBuilder } from 'kysely'
import { containsPattern } from '../database/contains-pattern.ts'
import type { Db } from '../database/db.ts'
import { runTransaction } from '../database/run-transaction.ts'
import type { Job } from './job.ts'
import { runBatches } from './run-batches.ts'

export type JobStatus = 'new' | 'processing' | 'done' | 'failed'

export type JobView = {
  readonly id: string
  readonly name: string
  readonly title: string
  /** A waiting retry is `new`. */
  readonly status: JobStatus
  readonly attempts: number
  readonly limit: number
  /** Null before the first attempt. */
  readonly workerName: string | null
  readonly log: string
  /** Includes the stack. */
  readonly error: string | null
  /** The payload with secret fields replaced. Empty for a job that this server does not know. */
  readonly data: Record<string, unknown>
  readonly lastAttemptAt: Date | null
  /** Only set for a new job. */
  readonly nextAttemptAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type JobSearch = {
  /** In names, titles and payloads, but not in secret fields; empty finds all. */
  readonly q: string
  readonly limit: number
  readonly offset: number
}

/** The list ends here. Counting and skipping more would take longer than anybody waits for a page. */
const maxListedJobs = 10_000
/** Matches of a search cost more, because their parameters are read. */
const maxMatches = 1000

export type JobDirectory = {
  /** The newest 10,000, or the newest 1,000 that match. */
  search(db: Db, search: JobSearch): Promise<{ jobs: JobView[]; count: number; isCountCapped: boolean }>
  /** Exact up to 10,000; above, `count` is the database's estimate. `failed` is at most 10,000; at most three names. */
  count(db: Db): Promise<{ count: number; isEstimate: boolean; failed: number; failedNames: string[] }>
  /** Due now, as if it had never run. */
  reset(db: Db, id: string): Promise<JobView>
  remove(db: Db, id: string): Promise<void>
  /** Returns how many. */
  removeDone(db: Db): Promise<number>
}

export function createJobDirectory(jobs: readonly Job[]): JobDirectory {
  const find = async (db: Db, id: string): Promise<JobView> => {
    if (!isUuid(id)) throw new AppError('not_found')
    const { rows } = await sql<JobRow>`
      select ${jobColumns} from pgboss.job j left join job_runs r on r.job_id = j.id where j.id = ${id}
    `.execute(db)
    const [row] = rows
    if (row === undefined || row.name.startsWith('__pgboss__')) throw new AppError('not_found')
    return toView(jobs, row)
  }
  const requireIdle = ({ status }: JobView) => {
    if (status === 'processing') throw new AppError('job_is_processing')
  }

  return {
    async search(db, { q, limit, offset }) {
      const filter = jobFilter(jobs, q)
      const max = q === '' ? maxListedJobs : maxMatches
      const { rows } = await sql<JobRow & { total: number }>`
        with page as (
          select j.id, j.name from pgboss.job j where ${filter}
          order by j.created_on desc, j.id desc limit ${Math.max(0, Math.min(limit, max - offset))} offset ${offset}
        ), counted as (
          select count(*)::int as total
          from (select 1 from pgboss.job j where ${filter} limit ${max + 1}) matches
        )
        select ${jobColumns}, counted.total
        from counted
        left join page on true
        left join pgboss.job j on j.name = page.name and j.id = page.id
        left join job_runs r on r.job_id = j.id
        order by j.created_on desc, j.id desc
      `.execute(db)
      const total = rows[0]?.total ?? 0
      return {
        jobs: rows.filter(({ id }) => id !== null).map((row) => toView(jobs, row)),
        count: Math.min(total, max),
        isCountCapped: total > max,
      }
    },
    async count(db) {
      const { rows } = await sql<{ counted: number; estimate: number; failed: number; failedNames: string[] }>`
        with failed as materialized (
          select j.name from pgboss.job j where ${isOwnJob} and j.state = 'failed' limit ${maxListedJobs + 1}
        )
        select (
            select count(*)::int from (select 1 from pgboss.job j where ${isOwnJob} limit ${maxListedJobs + 1}) few
          ) as counted,
          (select count(*)::int from failed) as failed,
          array(select distinct name from failed order by name limit ${maxFailedNames}) as "failedNames",
          coalesce((
            select sum(greatest(c.reltuples, 0)) from pg_partition_tree('pgboss.job') p join pg_class c on c.oid = p.relid
            where p.isleaf
          ), 0)::float8 as estimate
      `.execute(db)
      const { counted, estimate, failed, failedNames } = rows[0] ?? {
        counted: 0,
        estimate: 0,
        failed: 0,
        failedNames: [],
      }
      const isEstimate = counted > maxListedJobs
      return {
        count: isEstimate ? Math.max(counted, Math.round(estimate)) : counted,
        isEstimate,
        failed: Math.min(failed, maxListedJobs),
        failedNames,
      }
    },
    async reset(db, id) {
      requireIdle(await find(db, id))
      // As a retry, so that it never competes with a waiting job for the only slot of its key.
      const { numAffectedRows } = await sql`
        update pgboss.job j set state = 'retry', retry_count = 0, start_after = now(), started_on = null,
          completed_on = null, heartbeat_on = null, output = null,
          retry_limit = coalesce((select q.retry_limit from pgboss.queue q where q.name = j.name), j.retry_limit),
          keep_until = greatest(j.keep_until, now() + interval '7 days')
        where j.id = ${id} and j.state <> 'active'`.execute(db)
      if (numAffectedRows !== 1n) throw new AppError('job_is_processing')
      return find(db, id)
    },
    async remove(db, id) {
      requireIdle(await find(db, id))
      const { numAffectedRows } = await sql`
        delete from pgboss.job where id = ${id} and state <> 'active'`.execute(db)
      if (numAffectedRows !== 1n) throw new AppError('job_is_processing')
    },
    removeDone: (db) =>
      runBatches({ size: batchSize }, async (size) => {
        const statement = sql`
          delete from pgboss.job where id in (
            select j.id from pgboss.job j where ${isOwnJob} and j.state = 'completed' limit ${size}
          )`
        const { numAffectedRows } = await runTransaction(db, (trx) => statement.execute(trx))
        return Number(numAffectedRows ?? 0n)
      }),
  }
}

const batchSize = 10_000

const maxFailedNames = 3

export const isOwnJob = sql<boolean>`j.name not like '\\_\\_pgboss\\_\\_%'`

/** The expression that the index is on. */
const searchedText = sql<string>`(j.name || ' ' || j.data::text)`

function jobFilter(jobs: readonly Job[], q: string): RawBuilder<boolean> {
  if (q === '') return isOwnJob
  const wanted = q.toLowerCase()
  const isNamed = (job: Job) => job.name.includes(wanted) || job.title.toLowerCase().includes(wanted)
  const named = jobs.filter(isNamed).map(({ name }) => name)
  const byName = sql<boolean>`j.name = any(${named}::text[])`
  // The index has no entries for fewer characters.
  if (q.length < 3) return byName
  const pattern = containsPattern(q)
  const secrets = JSON.stringify(Object.fromEntries(jobs.map((job) => [job.name, job.secrets])))
  return sql<boolean>`${isOwnJob} and (${byName} or (
    ${searchedText} ilike ${pattern}
    and ${secrets}::jsonb ? j.name
    and (j.data - array(select jsonb_array_elements_text(${secrets}::jsonb -> j.name)))::text ilike ${pattern}
  ))`
}

/**
 * Indexes of the back office on the queue's table. The queue makes its tables at start, so migrations come too early;
 * looking first takes no lock.
 */
export const jobIndexes: Readonly<Record<string, string>> = {
  knowreel_job_id: 'on pgboss.job (id)',
  knowreel_job_newest: 'on pgboss.job (created_on desc, id desc)',
  knowreel_job_open: `on pgboss.job (name) where state <= 'active'`,
  knowreel_job_failed: `on pgboss.job (created_on) where state = 'failed'`,
  knowreel_job_searched: `on pgboss.job using gin ((name || ' ' || data::text) gin_trgm_ops)`,
}

export async function createJobIndexes(
  execute: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>,
): Promise<void> {
  const { rows } = await execute(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'pgboss'`,
  )
  const existing = new Set((rows as { name: string }[]).map(({ name }) => name))
  for (const [name, definition] of Object.entries(jobIndexes)) {
    if (existing.has(name)) continue
    // If two processes start together, only one creates it.
    await execute(
      `do $$ begin perform pg_advisory_xact_lock(hashtext('${name}'));
       create index if not exists ${name} ${definition}; end $$`,
    )
  }
}

type JobRow = Omit<JobView, 'title' | 'data'> & { readonly data: Record<string, unknown> | null }

const jobColumns = sql`
  j.id, j.name, j.data,
  case j.state when 'active' then 'processing' when 'completed' then 'done'
    when 'created' then 'new' when 'retry' then 'new' else 'failed' end as status,
  j.retry_count + case when j.started_on is null then 0 else 1 end as attempts,
  j.retry_limit + 1 as "limit",
  r.worker_name as "workerName",
  coalesce(r.log, '') as log,
  case when j.state <> 'completed' then coalesce(
    j.output ->> 'stack', j.output ->> 'message', j.output #>> '{value,message}', j.output ->> 'value'
  ) end as error,
  coalesce(j.started_on, r.last_attempt_at) as "lastAttemptAt",
  case when j.state < 'active' then j.start_after end as "nextAttemptAt",
  j.created_on as "createdAt",
  greatest(j.created_on, j.started_on, j.completed_on, r.last_attempt_at) as "updatedAt"`

function toView(jobs: readonly Job[], row: JobRow): JobView {
  const job = jobs.find(({ name }) => name === row.name)
  return {
    id: row.id,
    name: row.name,
    title: job?.title ?? row.name,
    status: row.status,
    attempts: row.attempts,
    limit: row.limit,
    workerName: row.workerName,
    log: row.log,
    error: row.error,
    data: job === undefined ? {} : hideSecrets(row.data ?? {}, job.secrets),
    lastAttemptAt: row.lastAttemptAt,
    nextAttemptAt: row.nextAttemptAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

function hideSecrets(data: Record<string, unknown>, secrets: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, secrets.includes(name) ? '[hidden]' : value]),
  )
}
