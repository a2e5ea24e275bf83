export { defineJob, PermanentFailure } from './job.ts'
export type { Enqueue, Job, JobServices } from './job.ts'
export type { JobDirectory, JobView } from './job-directory.ts'
export { openJobs, type Jobs } from './jobs.ts'
