import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { anyId, isoTime, pageNumber, success } from '../catalogue/wire.ts'
import { companyRole, companyUserStatus } from '../company/company.calls.ts'

/** A company as the operators see it. */
export const adminCompany = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  /** Null while companies have no hosts of their own. */
  domain: z.string().nullable(),
  isActivated: z.boolean(),
  isAiEnabled: z.boolean(),
  isBilling: z.boolean(),
  createdAt: isoTime,
})
export type AdminCompany = z.infer<typeof adminCompany>

const companyWithStat = z.object({
  company: adminCompany,
  stat: z.object({
    usersCount: z.number().int(),
    workspacesCount: z.number().int(),
    /** Bytes. */
    storageSize: z.number().int(),
  }),
})
export type AdminCompanyRow = z.infer<typeof companyWithStat>

/** Somebody of a company, or invited to it. */
export const adminUser = z.object({
  id: z.string(),
  /** The same for people who are invited. */
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: companyRole,
  status: companyUserStatus,
  groups: z.array(z.string()),
  lastTimeLoggedIn: isoTime.nullable(),
  /** Whether the invitation was accepted. */
  accepted: z.boolean(),
})
export type AdminUser = z.infer<typeof adminUser>

export const job = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  status: z.enum(['new', 'processing', 'done', 'failed']),
  attempts: z.number().int(),
  limit: z.number().int(),
  workerName: z.string().nullable(),
  log: z.string(),
  error: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  lastAttemptAt: isoTime.nullable(),
  nextAttemptAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type AdminJob = z.infer<typeof job>

/** One day of the installation, UTC. */
const installationDay = z.object({
  date: z.string(),
  companies: z.number().int(),
  workspaces: z.number().int(),
  articles: z.number().int(),
  users: z.number().int(),
  recordings: z.number().int(),
  /** Jobs that were added; null where nobody counted. */
  jobs: z.number().int().nullable(),
  /** Bytes that are stored at the end of the day; null where nobody counted. */
  storage: z.number().int().nullable(),
})
export type InstallationDay = z.infer<typeof installationDay>

const allow = may('installation.manage', 'installation')
/** `1` and `0` filter; absent does not. */
const yesOrNo = z.enum(['1', '0', '']).optional()
const companyResponse = z.object({ company: adminCompany })
/** The company whose title the audit log keeps. */
const ofCompany = { kind: 'company', at: 'params.id' } as const

export const adminCalls = {
  stats: call({
    method: 'GET',
    path: '/admin/companies/stats',
    summary: 'Totals of the installation, and the last 30 days',
    allow,
    response: z.object({
      companies: z.number().int(),
      workspaces: z.number().int(),
      articles: z.number().int(),
      users: z.number().int(),
      days: z.array(installationDay),
    }),
  }),
  searchCompanies: call({
    method: 'GET',
    path: '/admin/companies/search/{q}',
    summary: 'Companies by title, slug, domain or the owner’s email, newest first; `0` finds all',
    allow,
    query: z.strictObject({ page: pageNumber, isBilling: yesOrNo, ai: yesOrNo, activated: yesOrNo }),
    response: z.object({ companies: z.array(companyWithStat), count: z.number().int() }),
  }),
  getCompany: call({
    method: 'GET',
    path: '/admin/company/{id}',
    summary: 'A company with the people in it',
    allow,
    response: z.object({
      company: adminCompany.extend({
        /** At most 1,000. */
        users: z.array(z.object({ id: z.string(), status: companyUserStatus })),
      }),
    }),
  }),
  companyStats: call({
    method: 'GET',
    path: '/admin/company/stats/{id}',
    summary: 'Totals of a company; storage in bytes',
    allow,
    response: z.object({
      users: z.number().int(),
      activeUsers: z.number().int(),
      invitedUsers: z.number().int(),
      workspaces: z.number().int(),
      archivedWorkspaces: z.number().int(),
      articles: z.number().int(),
      /** Articles with a recording. */
      recordings: z.number().int(),
      storage: z.number().int(),
    }),
  }),
  companyOwner: call({
    method: 'GET',
    path: '/admin/company/owner/{id}',
    summary: 'The owner of a company',
    allow,
    response: z.object({
      owner: z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
    }),
  }),
  companyUsers: call({
    method: 'GET',
    path: '/admin/company/users/{id}',
    summary: 'The people of a company and those invited to it, at most 1,000 of each',
    allow,
    response: z.object({
      users: z.object({ companyUsers: z.array(adminUser), invitedUsers: z.array(adminUser) }),
      isTruncated: z.boolean().optional(),
    }),
  }),
  setStatus: call({
    method: 'POST',
    path: '/admin/company/{id}/status',
    summary: 'Activate or deactivate a company; without a status the opposite of now',
    allow,
    body: z.strictObject({ status: z.union([z.boolean(), z.enum(['activated', 'deactivated'])]).optional() }).nullish(),
    response: companyResponse,
    audit: { action: 'company_status_changed', subject: ofCompany, details: ['status'] },
  }),
  setBilling: call({
    method: 'POST',
    path: '/admin/company/{id}/status/billing',
    summary: 'Turn billing of a company on or off; without a value the opposite of now',
    allow,
    body: z.strictObject({ isBilling: z.boolean().optional() }).nullish(),
    response: companyResponse,
    errors: ['billing_off'],
    audit: { action: 'billing_switched', subject: ofCompany, details: ['isBilling'] },
  }),
  setAi: call({
    method: 'POST',
    path: '/admin/company/{id}/status/ai',
    summary: 'Turn AI of a company on or off; without a value the opposite of now',
    allow,
    body: z.strictObject({ isAiEnabled: z.boolean().optional() }).nullish(),
    response: companyResponse,
    audit: { action: 'ai_switched', subject: ofCompany, details: ['isAiEnabled'] },
  }),
  removeCompany: call({
    method: 'DELETE',
    path: '/admin/company/{id}',
    summary: 'Remove a company with everything in it; the body repeats its title',
    allow,
    body: z.strictObject({ title: z.string().max(200) }),
    response: success,
    errors: ['company_title_differs'],
    audit: { action: 'company_removed', subject: ofCompany },
  }),
  setUserStatus: call({
    method: 'POST',
    path: '/admin/company/user/status/{userId}',
    summary: 'Activate or deactivate a member of a company',
    allow,
    body: z.strictObject({
      companyId: anyId,
      userStatus: z
        .string()
        .transform((status) => status.toLowerCase())
        .pipe(companyUserStatus.exclude(['invited'])),
    }),
    response: z.object({ user: adminUser }),
    errors: ['owner_fixed'],
    audit: { action: 'status_changed', subject: { kind: 'user', at: 'params.userId' }, details: ['userStatus'] },
  }),
  removeUser: call({
    method: 'DELETE',
    path: '/admin/user/company',
    summary: 'Remove a member or an invitation, by its `_id`, from a company',
    allow,
    body: z.strictObject({ companyId: anyId, userId: anyId }),
    response: success,
    errors: ['owner_fixed'],
    audit: { action: 'user_removed', subject: { kind: 'user', at: 'body.userId' } },
  }),
  logInAs: call({
    method: 'GET',
    path: '/admin/company/{id}/login',
    summary: 'A token that signs in once as the company’s owner within a minute, for an hour',
    allow,
    response: z.object({
      token: z.string(),
      /** The page that uses it. */
      url: z.string(),
    }),
    errors: ['company_has_no_owner'],
  }),
  createDomain: call({
    method: 'GET',
    path: '/admin/company/{id}/create-domain',
    summary: 'Get the host of a company, which follows from its slug',
    allow,
    response: z.object({ domain: z.string() }),
    errors: ['domains_off'],
  }),
  searchJobs: call({
    method: 'GET',
    path: '/admin/jobs/search/{q}',
    summary: 'Jobs by name and parameters, newest first; `0` finds all',
    allow,
    query: z.strictObject({ page: pageNumber }),
    response: z.object({
      jobs: z.array(job),
      /** At most 10,000, of a search at most 1,000. The pages end there. */
      count: z.number().int(),
      isCountCapped: z.boolean(),
    }),
  }),
  countJobs: call({
    method: 'GET',
    path: '/admin/jobs/count',
    summary:
      'The number of jobs, above 10,000 an estimate, and of those that failed, at most 10,000, with names of some',
    allow,
    response: z.object({
      count: z.number().int(),
      isEstimate: z.boolean(),
      failed: z.number().int(),
      failedNames: z.array(z.string()),
    }),
  }),
  removeDoneJobs: call({
    method: 'DELETE',
    path: '/admin/jobs/done',
    summary: 'Remove all jobs that are done',
    allow,
    response: success.extend({ count: z.number().int() }),
    audit: { action: 'done_jobs_deleted' },
  }),
  removeJob: call({
    method: 'DELETE',
    path: '/admin/jobs/{id}',
    summary: 'Delete a job that is not processed now',
    allow,
    response: success,
    errors: ['job_is_processing'],
    audit: { action: 'job_deleted', subject: { kind: 'job', at: 'params.id' } },
  }),
  resetJob: call({
    method: 'PATCH',
    path: '/admin/jobs/{id}/reset',
    summary: 'Start a job again from its first attempt',
    allow,
    response: z.object({ job }),
    errors: ['job_is_processing'],
    audit: { action: 'job_reset', subject: { kind: 'job', at: 'params.id' } },
  }),
  cleanVideos: call({
    method: 'GET',
    path: '/admin/clean-videos-job',
    summary: 'Remove files made of recordings that nothing has used for two days',
    allow,
    response: success.extend({ jobId: z.string() }),
    audit: { action: 'videos_cleaned' },
  }),
}
