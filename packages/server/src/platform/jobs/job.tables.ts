import type { ColumnType, Generated } from 'kysely'

type JobRunsTable = {
  job_id: string
  worker_name: string
  last_attempt_at: ColumnType<Date, Date | undefined, Date>
  log: Generated<string>
}

declare module '../database/db.ts' {
  interface Tables {
    job_runs: JobRunsTable
  }
}
