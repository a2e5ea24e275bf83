import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import './job.tables.ts'

/** Records who runs the job; returns the log of earlier attempts. */
export async function startJobRun(db: Db, jobId: string, workerName: string): Promise<string> {
  const row = await db
    .insertInto('job_runs')
    .values({ job_id: jobId, worker_name: workerName })
    .onConflict((conflict) =>
      conflict.column('job_id').doUpdateSet({ worker_name: workerName, last_attempt_at: sql<Date>`now()` }),
    )
    .returning('log')
    .executeTakeFirstOrThrow()
  return row.log
}

export async function saveJobLog(db: Db, jobId: string, log: string): Promise<void> {
  await db.updateTable('job_runs').set({ log }).where('job_id', '=', jobId).execute()
}

/** Returns the number of removed rows. */
export async function deleteOrphanedJobRuns(db: Db): Promise<number> {
  const result = await sql`
    delete from job_runs r where not exists (select 1 from pgboss.job j where j.id = r.job_id)
  `.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
