/** The rows of the queue as the product's jobs, without the queue's internal jobs. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Job } from './job.ts'

type JobStatus = 'new' | 'processing' | 'done' | 'failed'

type JobView = {
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
  readonly data: Readonly<Record<string, unknown>>
  readonly lastAttemptAt: Date | null
  /** Only set for a new job. */
  readonly nextAttemptAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Newest first. `q` searches name and payload, but not secret fields. */
export async function listJobs(db: Db, jobs: readonly Job[], q = ''): Promise<JobView[]> {
  const { rows } = await sql<JobRow>`
    ${selectJobRows} where ${jobFilter(jobs, q)} order by j.created_on desc, j.id desc
  `.execute(db)
  return rows.map((row) => toView(jobs, row))
}

const isOwnJob = sql<boolean>`j.name not like '\\_\\_pgboss\\_\\_%'`

function jobFilter(jobs: readonly Job[], q: string): RawBuilder<boolean> {
  if (q === '') return isOwnJob
  const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  const secrets = JSON.stringify(Object.fromEntries(jobs.map((job) => [job.name, job.secrets])))
  return sql<boolean>`${isOwnJob} and (j.name ilike ${pattern} or (
    ${secrets}::jsonb ? j.name
    and (j.data - array(select jsonb_array_elements_text(${secrets}::jsonb -> j.name)))::text ilike ${pattern}
  ))`
}

type JobRow = Omit<JobView, 'title' | 'data'> & { readonly data: Record<string, unknown> | null }

const selectJobRows = sql<JobRow>`
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
  }
}

function hideSecrets(data: Record<string, unknown>, secrets: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, secrets.includes(name) ? '[hidden]' : value]),
  )
}
