import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { isOwnJob } from './job-directory.ts'

export type JobCount = {
  readonly name: string
  readonly state: 'waiting' | 'running' | 'failed'
  readonly count: number
  /** How long the oldest of them has been due or running; null if none is due, and for failed jobs. */
  readonly oldestSeconds: number | null
}

/** Reads partial indexes only: jobs that are done, by far the most, are not touched. */
export const jobCountStatement = sql<JobCount>`
  select name, 'waiting' as state, count(*)::int as count,
    extract(epoch from now() - min(start_after) filter (where start_after <= now()))::float8 as "oldestSeconds"
  from pgboss.job j where state < 'active' and ${isOwnJob} group by name
  union all
  select name, 'running', count(*)::int, extract(epoch from now() - min(started_on))::float8
  from pgboss.job j where state = 'active' and ${isOwnJob} group by name
  union all
  select name, 'failed', count(*)::int, null
  from pgboss.job j where state = 'failed' and ${isOwnJob} group by name
`

export const countJobs = async (db: Db): Promise<JobCount[]> => (await jobCountStatement.execute(db)).rows
