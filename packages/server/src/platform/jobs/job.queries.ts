/** What the back office sees and does: the queue's rows in our words. Jobs of the queue itself are left out. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Job } from './job.ts'

export type JobStatus = 'new' | 'processing' | 'done' | 'failed'

export type JobView = {
  readonly id: string
  readonly name: string
  readonly title: string
  /** A retry that waits is `new`. */
  readonly status: JobStatus
  readonly attempts: number
  readonly limit: number
  /** Null before the first attempt. */
  readonly workerName: string | null
  readonly log: string
  /** With the stack. */
  readonly error: string | null
  /** The payload, secret fields replaced. Nothing of a job this server does not know. */
  readonly data: Readonly<Record<string, unknown>>
  readonly lastAttemptAt: Date | null
  /** Only of a new job. */
  readonly nextAttemptAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Newest first, 30 a page, pages begin at 1. `q` is looked for in name and payload, but not in secret fields. */
export async function listJobs(
  db: Db,
  jobs: readonly Job[],
  { q, page }: { readonly q: string; readonly page: number },
): Promise<{ jobs: JobView[]; count: number }> {
  const { rows } = await sql<{ jobs: JobRow[] | null; count: number }>`
    with found as materialized (
      select j.id, j.created_on from pgboss.job j where ${matches(jobs, q)}
    ), page as (
      select * from found order by created_on desc, id desc limit ${jobsPageSize} offset ${(page - 1) * jobsPageSize}
    )
    select (select count(*)::int from found) as count,
      (select json_agg(v order by v."createdAt" desc, v.id desc) from (
        ${viewRows} where j.id in (select id from page)
      ) v) as jobs
  `.execute(db)
  const found = rows[0]
  return { jobs: (found?.jobs ?? []).map((row) => toView(jobs, row)), count: found?.count ?? 0 }
}

export const jobsPageSize = 30

export async function countJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job j where ${ours}
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** A job in hand is not deleted. */
export async function deleteJob(db: Db, id: string): Promise<'deleted' | 'processing' | 'missing'> {
  const { rows } = await sql`
    with gone as (delete from pgboss.job j where j.id = ${id} and ${ours} and j.state <> 'active' returning j.id),
      runs as (delete from job_runs where job_id in (select id from gone))
    select id from gone
  `.execute(db)
  return rows.length > 0 ? 'deleted' : findRefusal(db, id)
}

/** Gives how many. */
export async function deleteDoneJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (delete from pgboss.job j where j.state = 'completed' and ${ours} returning j.id),
      runs as (delete from job_runs where job_id in (select id from gone))
    select count(*)::int as count from gone
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Attempts 0, due now; also of a job that is done. */
export async function resetJob(db: Db, jobs: readonly Job[], id: string): Promise<JobView | 'processing' | 'missing'> {
  // Waiting as a retry and not as a new one: of those there can be only one a key.
  const { rows } = await sql`
    update pgboss.job j
    set state = 'retry', retry_count = 0, retry_limit = q.retry_limit, start_after = now(), started_on = null,
      heartbeat_on = null, completed_on = null, output = null, keep_until = now() + q.retention_seconds * interval '1 s'
    from pgboss.queue q
    where q.name = j.name and j.id = ${id} and ${ours} and j.state <> 'active'
    returning j.id
  `.execute(db)
  if (rows.length === 0) return findRefusal(db, id)
  const found = await sql<JobRow>`${viewRows} where j.id = ${id}`.execute(db)
  const row = found.rows[0]
  return row === undefined ? 'missing' : toView(jobs, row)
}

async function findRefusal(db: Db, id: string): Promise<'processing' | 'missing'> {
  const { rows } = await sql`select 1 from pgboss.job j where j.id = ${id} and ${ours}`.execute(db)
  return rows.length > 0 ? 'processing' : 'missing'
}

const ours = sql<boolean>`j.name not like '\\_\\_pgboss\\_\\_%'`

function matches(jobs: readonly Job[], q: string): RawBuilder<boolean> {
  if (q === '') return ours
  const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  const secrets = JSON.stringify(Object.fromEntries(jobs.map((job) => [job.name, job.secrets])))
  return sql<boolean>`${ours} and (j.name ilike ${pattern} or (
    ${secrets}::jsonb ? j.name
    and (j.data - array(select jsonb_array_elements_text(${secrets}::jsonb -> j.name)))::text ilike ${pattern}
  ))`
}

type JobRow = {
  id: string
  name: string
  status: JobStatus
  attempts: number
  limit: number
  workerName: string | null
  log: string
  error: string | null
  data: Record<string, unknown> | null
  lastAttemptAt: string | Date | null
  nextAttemptAt: string | Date | null
  createdAt: string | Date
  updatedAt: string | Date
}

const viewRows = sql<JobRow>`
  select j.id, j.name, j.data,
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
    greatest(j.created_on, j.started_on, j.completed_on, r.last_attempt_at) as "updatedAt"
  from pgboss.job j left join job_runs r on r.job_id = j.id`

function toView(jobs: readonly Job[], row: JobRow): JobView {
  const job = jobs.find(({ name }) => name === row.name)
  return {
    ...row,
    title: job?.title ?? row.name,
    data: job === undefined ? {} : hideSecrets(row.data ?? {}, job.secrets),
    lastAttemptAt: toDate(row.lastAttemptAt),
    nextAttemptAt: toDate(row.nextAttemptAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }
}

/** Inside a list made by the database times come as text. */
const toDate = (value: string | Date | null) => (value === null ? null : new Date(value))

function hideSecrets(data: Record<string, unknown>, secrets: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, secrets.includes(name) ? '[hidden]' : value]),
  )
}
