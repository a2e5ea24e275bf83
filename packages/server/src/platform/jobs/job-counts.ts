import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

export type JobCount = {
  readonly name: string
  readonly state: 'waiting' | 'running' | 'failed'
  readonly count: number
  /** How long the oldest of them has been due or running; null if none is due, and for failed jobs. */
  readonly oldestSeconds: number | null
}

/** In one statement, from partial indexes: jobs that are done, by far the most, are not read. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name, 'waiting' as state, count(*)::int as count,
      extract(epoch from now() - min(start_after) filter (where start_after <= now()))::float8 as "oldestSeconds"
    from pgboss.job where state < 'active' and name not like '\\_\\_pgboss\\_\\_%' group by name
    union all
    select name, 'running', count(*)::int, extract(epoch from now() - min(started_on))::float8
    from pgboss.job where state = 'active' and name not like '\\_\\_pgboss\\_\\_%' group by name
    union all
    select name, 'failed', count(*)::int, null
    from pgboss.job where state = 'failed' and name not like '\\_\\_pgboss\\_\\_%' group by name
  `.execute(db)
  return rows
}
