import { companyCalls } from '@knowreel/shared/company/company.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { serve, type Actor, type SignAddress } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { FileStorage } from '../platform/files/index.ts'
import { checkDomain, isServedHost, type CompanyDomains } from './company-domains.ts'
import { companyPolicy } from './company.policy.ts'
import {
  findCompanyBySlug,
  getSubscriptionStatus,
  readCompaniesOf,
  readCompanyInfo,
  type FindMarketingUrl,
} from './company.queries.ts'
import { createCompany, type InitialCompanyState } from './create-company.ts'
import { updateCompany } from './update-company.ts'

/** Sessions belong to a higher layer, which knows users. */
type CompanySessions = {
  /** Opens a session in another company of the person; the current one ends soon. */
  move(db: Db, actor: Actor, companyId: string): Promise<string>
  /** A one-use token that signs the person in on a host that does not share this host's cookie. */
  handOver(db: Db, actor: Actor): Promise<string>
  /** Opens an additional session, which ends soon unless it is used. */
  openBeside(trx: Trx, actor: Actor, companyId: string): Promise<string>
}

type Dependencies = {
  db: Db
  signAddress: SignAddress
  files: FileStorage
  domains: CompanyDomains
  sessions: CompanySessions
  /** If false, only super admins create companies. */
  isCreationOpen: boolean
  initialState: InitialCompanyState
  findMarketingUrl: FindMarketingUrl
}

export const companyRoutes = ({
  db,
  signAddress,
  files,
  domains,
  sessions,
  isCreationOpen,
  initialState,
  findMarketingUrl,
}: Dependencies) => {
  const view = {
    signLogo: (key: string) => signAddress(key, 'everybody'),
    domainOf: (slug: string) => domains.domainOf(slug),
  }
  const currentOf = (actor: Actor) => {
    if (actor.company === null) throw new AppError('no_company')
    return actor.company
  }

  return serve(companyCalls, companyPolicy, {
    list: async ({ actor }) => {
      const { companies } = await readCompaniesOf(db, { userId: actor.userId, companyId: null }, view)
      return { companies }
    },
    create: async ({ actor, body }) => {
      if (!isCreationOpen && !actor.isSuperAdmin) throw new AppError('forbidden')
      const { token, companyId } = await runTransaction(db, async (trx) => {
        const id = await createCompany(trx, {
          title: body.title,
          ownerId: actor.userId,
          requestedSlug: body.slug || undefined,
          initial: initialState,
        })
        return { companyId: id, token: await sessions.openBeside(trx, actor, id) }
      })
      const { companies } = await readCompaniesOf(db, { userId: actor.userId, companyId }, view)
      const company = companies.find(({ id }) => id === companyId)
      if (company === undefined) throw new AppError('not_found')
      return { company, token }
    },
    update: async ({ actor, subject, body }) => {
      await updateCompany(db, files, subject.id, body)
      const { current } = await readCompaniesOf(db, { userId: actor?.userId ?? '', companyId: subject.id }, view)
      if (current === null) throw new AppError('not_found')
      return { company: current }
    },
    switch: async ({ actor, subject }) => {
      if (actor === null) throw new AppError('not_signed_in')
      const host = domains.addressOf(subject.slug)
      const token = await sessions.move(db, actor, subject.id)
      if (host === null || domains.isCookieShared) return { token, address: host && `${host}/` }
      return { token, address: `${host}/login/${await sessions.handOver(db, actor)}/-/${subject.id}` }
    },
    info: async ({ subject }) => ({
      company: await readCompanyInfo(db, { id: subject.id, isWhole: subject.role !== 'user' }, view),
    }),
    slug: async ({ subject: { slug } }) => ({ slug, domain: domains.domainOf(slug) }),
    bySlug: async ({ params }) => {
      const company = await findCompanyBySlug(db, params.slug)
      if (company === null) throw new AppError('not_found')
      const { id, title, slug, logo } = company
      return {
        company: { id, title, slug, domain: domains.domainOf(slug), logo: logo === null ? null : view.signLogo(logo) },
        marketingUrl: await findMarketingUrl(id),
      }
    },
    paidStatus: async ({ actor }) => {
      const { isBilling, status } = await getSubscriptionStatus(db, currentOf(actor).id)
      return { status: isBilling ? (status ?? 'none') : 'active' }
    },
    status: async ({ actor }) => ({ isActivated: currentOf(actor).isActivated }),
    domain: async ({ params }) => checkDomain(db, params.name),
    certificate: async ({ query }) => {
      if (!(await isServedHost(db, domains, query.domain))) throw new AppError('not_found')
      return { success: true }
    },
  })
}
