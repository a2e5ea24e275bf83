import { findCompanyBySlug, type CompanyDomains } from '../company/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { PageHosts } from '../platform/http/web-app.ts'

/** The hosts of companies, if enabled. */
export const companyHosts = (domains: CompanyDomains, db: Db): PageHosts | undefined =>
  domains.parentHost === null
    ? undefined
    : {
        parentHost: domains.parentHost,
        isKnown: async (host) => {
          const slug = domains.slugOf(host)
          return slug === null || (await findCompanyBySlug(db, slug)) !== null
        },
      }
