export { countJobs, deleteDoneJobs, deleteJob, jobsPageSize, listJobs, resetJob } from './job.queries.ts'
export type { JobStatus, JobView } from './job.queries.ts'
export { defineJob, type Job, type JobHandler, type JobRun, type JobServices } from './job.ts'
export { openJobs, type EnqueueOptions, type Jobs, type JobsOptions } from './jobs.ts'
