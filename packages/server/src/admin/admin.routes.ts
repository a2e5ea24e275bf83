import { adminCalls, type AdminJob } from '@knowreel/shared/admin/admin.calls.ts'
import { jobsPerPage } from '@knowreel/shared/admin/admin.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { installationPolicy, serve, type Actor } from '../access/index.ts'
import type { CompanyDomains } from '../company/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { Enqueue, JobDirectory, JobView } from '../platform/jobs/index.ts'
import { issueOperatorToken } from '../user/index.ts'
import type { WorkspaceArticles } from '../workspace/index.ts'
import {
  findCompany,
  isCompanyMember,
  readCompanyOwner,
  readCompanyStats,
  readCompanyWithStatuses,
  searchCompanies,
  setCompanySwitch,
} from './admin-company.queries.ts'
import { listCompanyPeople } from './admin-user.queries.ts'
import { removePerson, setPersonStatus } from './change-company-people.ts'
import { readInstallationStats } from './installation.queries.ts'
import { removeCompany } from './remove-company.ts'

type Dependencies = {
  readonly db: Db
  readonly enqueue: Enqueue
  readonly jobs: JobDirectory
  readonly domains: CompanyDomains
  readonly publicAddress: () => string
  /** Enqueues the job that removes files of recordings; returns its id. */
  readonly cleanVideos: (trx: Trx) => Promise<string>
  readonly articles: Pick<WorkspaceArticles, 'deleteArticlesOfWorkspace'>
  /** Whether a payment provider is configured. */
  readonly isBillingOn: boolean
  /** Runs in the transaction that removes a company or disables its billing. */
  readonly endBilling: (trx: Trx, companyId: string) => Promise<void>
  /** Runs in the transaction that enables it. */
  readonly resumeBilling: (trx: Trx, companyId: string) => Promise<void>
}

/** `0` means an empty search, which a path cannot contain. */
const readQuery = (q: string): string => (q === '0' ? '' : q.trim())
const readFlag = (value: '1' | '0' | '' | undefined): boolean | null => (value ? value === '1' : null)

export const adminRoutes = (parts: Dependencies) => {
  const { db, jobs, domains, articles } = parts
  const domainOf = (slug: string) => domains.domainOf(slug)

  const getCompany = async (id: string) => requireFound(await findCompany(db, id, domainOf))
  const setSwitch = async (
    id: string,
    column: 'is_activated' | 'is_billing' | 'is_ai_enabled',
    value?: boolean,
    onSet?: (trx: Trx) => Promise<void>,
  ) => {
    const isFound = await runTransaction(db, async (trx) => {
      const isSet = await setCompanySwitch(trx, id, column, value ?? null)
      if (isSet) await onSet?.(trx)
      return isSet
    })
    if (!isFound) throw new AppError('not_found')
    return { company: (await getCompany(id)).company }
  }

  return serve(adminCalls, installationPolicy, {
    stats: () => readInstallationStats(db),
    searchCompanies: ({ params, query }) =>
      searchCompanies(
        db,
        {
          q: readQuery(params.q),
          parentHost: domains.parentHost,
          page: query.page,
          isBilling: readFlag(query.isBilling),
          isAiEnabled: readFlag(query.ai),
          isActivated: readFlag(query.activated),
        },
        domainOf,
      ),
    getCompany: async ({ params: { id } }) => ({
      company: requireFound(await readCompanyWithStatuses(db, id, domainOf)),
    }),
    companyStats: async ({ params: { id } }) => requireFound(await readCompanyStats(db, id)),
    companyOwner: async ({ params: { id } }) => ({ owner: requireFound(await readCompanyOwner(db, id)) }),
    companyUsers: async ({ params: { id } }) => requireFound(await listCompanyPeople(db, id)),
    setStatus: ({ params: { id }, body }) => {
      const status = body?.status
      return setSwitch(id, 'is_activated', typeof status === 'string' ? status === 'activated' : status)
    },
    setBilling: async ({ params: { id }, body }) => {
      const isBilling = body?.isBilling ?? !(await getCompany(id)).company.isBilling
      if (isBilling && !parts.isBillingOn) throw new AppError('billing_off')
      const onSet = isBilling ? parts.resumeBilling : parts.endBilling
      return setSwitch(id, 'is_billing', isBilling, (trx) => onSet(trx, id))
    },
    setAi: ({ params: { id }, body }) => setSwitch(id, 'is_ai_enabled', body?.isAiEnabled),
    removeCompany: async ({ params: { id }, body: { title } }) => {
      await removeCompany(parts, await getCompany(id), title)
      return { success: true }
    },
    setUserStatus: async ({ actor, params: { userId }, body: { companyId, userStatus } }) => ({
      user: await setPersonStatus(db, requireOperator(actor), await getCompany(companyId), userId, userStatus),
    }),
    removeUser: async ({ actor, body: { companyId, userId } }) => {
      await removePerson(db, articles, requireOperator(actor), await getCompany(companyId), userId)
      return { success: true }
    },
    logInAs: async ({ actor, params: { id } }) => {
      const { company, ownerId } = await getCompany(id)
      if (!(await isCompanyMember(db, id, ownerId))) throw new AppError('company_has_no_owner')
      const login = { operatorId: requireOperator(actor).userId, userId: ownerId, companyId: id }
      const token = await issueOperatorToken(db, login)
      return { token, url: `${domains.addressOf(company.slug) ?? parts.publicAddress()}/#/login/${token}` }
    },
    createDomain: async ({ params: { id } }) => {
      const { company } = await getCompany(id)
      if (company.domain === null) throw new AppError('domains_off')
      return { domain: company.domain }
    },
    searchJobs: async ({ params, query: { page } }) => {
      const search = { q: readQuery(params.q), limit: jobsPerPage, offset: (page - 1) * jobsPerPage }
      const found = await jobs.search(db, search)
      return { ...found, jobs: found.jobs.map(toAdminJob) }
    },
    countJobs: () => jobs.count(db),
    removeDoneJobs: async () => ({ success: true, count: await jobs.removeDone(db) }),
    removeJob: async ({ params: { id } }) => {
      await runTransaction(db, (trx) => jobs.remove(trx, id))
      return { success: true }
    },
    resetJob: async ({ params: { id } }) => ({
      job: toAdminJob(await runTransaction(db, (trx) => jobs.reset(trx, id))),
    }),
    cleanVideos: async () => ({
      success: true,
      jobId: await runTransaction(db, (trx) => parts.cleanVideos(trx)),
    }),
  })
}

function requireFound<Found>(found: Found | null): Found {
  if (found === null) throw new AppError('not_found')
  return found
}

function requireOperator(actor: Actor | null): Actor {
  if (actor === null) throw new AppError('not_signed_in')
  return actor
}

const toAdminJob = ({ lastAttemptAt, nextAttemptAt, createdAt, updatedAt, ...job }: JobView): AdminJob => ({
  ...job,
  lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
