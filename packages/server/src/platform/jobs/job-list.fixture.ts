import type { Db } from '../database/db.ts'
import { createJobDirectory, type JobView } from './job-directory.ts'
import type { Job } from './job.ts'

/** Newest first. `q` searches name and payload, but not secret fields. */
export const listJobs = async (db: Db, jobs: readonly Job[], q = ''): Promise<JobView[]> =>
  (await createJobDirectory(jobs).search(db, { q, limit: 1000, offset: 0 })).jobs
