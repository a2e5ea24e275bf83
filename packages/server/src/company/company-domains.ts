/**
 * Companies with hosts of their own: off unless the installation says so. On, a company answers at `{slug}.{host}`, where
 * host is that of PUBLIC_URL. The host only chooses what a page shows and which company a person is led to; what somebody
 * may do follows from their session alone.
 */
import { isReservedDomainName } from '@knowreel/shared/company/company.rules.ts'

export type CompanyDomains = {
  /** Host and port above the companies' own; null while they have none. */
  readonly parentHost: string | null
  /** Host, with its port where that is not the usual one. */
  domainOf(slug: string): string | null
  /** Where the company answers. */
  addressOf(slug: string): string | null
  /** False where browsers keep no cookie for a host and those below it: the name has a single part, like localhost. */
  readonly isCookieShared: boolean
  /** The slug that a Host header names; null where it is no company's. */
  slugOf(host: string | undefined): string | null
}

type Options = { readonly publicUrl: string | null; readonly hasCompanyDomains: boolean }

export function createCompanyDomains({ publicUrl, hasCompanyDomains }: Options): CompanyDomains {
  if (!hasCompanyDomains || publicUrl === null) return noCompanyDomains
  const { host, hostname, protocol } = new URL(publicUrl)
  const tail = `.${hostname}`
  return {
    parentHost: host,
    isCookieShared: hostname.includes('.'),
    domainOf: (slug) => `${slug}.${host}`,
    addressOf: (slug) => `${protocol}//${slug}.${host}`,
    slugOf(given) {
      const name = (given ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
      if (!name.endsWith(tail)) return null
      const slug = name.slice(0, -tail.length)
      return slug === '' || isReservedDomainName(slug) ? null : slug
    },
  }
}

const noCompanyDomains: CompanyDomains = {
  parentHost: null,
  isCookieShared: true,
  domainOf: () => null,
  addressOf: () => null,
  slugOf: () => null,
}
