/**
 * Companies with their own hosts: off unless the installation enables it. If on, a company is served at
 * `{slug}.{host}`, where host is that of PUBLIC_URL. The host only selects what a page shows and which company a person
 * is led to; permissions follow from the session alone.
 */
import { isReservedDomainName } from '@knowreel/shared/company/company.rules.ts'
import type { Db } from '../platform/database/db.ts'
import { slugFrom } from '../platform/slug/slug.ts'
import { findCompanyBySlug } from './company.queries.ts'

export type CompanyDomains = {
  /** Parent host and port of the companies' hosts; null while they have none. */
  readonly parentHost: string | null
  /** The host, with its port if that is not the default. */
  domainOf(slug: string): string | null
  /** The base URL of the company. */
  addressOf(slug: string): string | null
  /** False if browsers keep no cookie for a host and its subdomains: its name has a single label, like localhost. */
  readonly isCookieShared: boolean
  /** Whether this is the host of PUBLIC_URL. */
  isInstallation(host: string): boolean
  /** The slug that a Host header names; null if it is not the host of a company. */
  slugOf(host: string | undefined): string | null
}

type Options = { readonly publicUrl: string | null; readonly hasCompanyDomains: boolean }

export function createCompanyDomains({ publicUrl, hasCompanyDomains }: Options): CompanyDomains {
  if (publicUrl === null) return noCompanyDomains
  const { host, hostname, protocol } = new URL(publicUrl)
  const isInstallation = (given: string) => nameOf(given) === hostname
  if (!hasCompanyDomains) return { ...noCompanyDomains, isInstallation }
  const tail = `.${hostname}`
  return {
    parentHost: host,
    isCookieShared: hostname.includes('.'),
    domainOf: (slug) => `${slug}.${host}`,
    addressOf: (slug) => `${protocol}//${slug}.${host}`,
    isInstallation,
    slugOf(given) {
      const name = nameOf(given ?? '')
      if (!name.endsWith(tail)) return null
      const slug = name.slice(0, -tail.length)
      return slug === '' || isReservedDomainName(slug) ? null : slug
    },
  }
}

const nameOf = (host: string) => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

const noCompanyDomains: CompanyDomains = {
  parentHost: null,
  isCookieShared: true,
  domainOf: () => null,
  addressOf: () => null,
  isInstallation: () => false,
  slugOf: () => null,
}

type DomainState = { name: string; isAvailable: boolean; isReady: boolean }

/**
 * `name` is the given name as it would appear in a URL. A new company is served immediately: one host, or one wildcard,
 * serves all companies.
 */
export async function checkDomain(db: Db, given: string): Promise<DomainState> {
  const name = slugFrom(given)
  const isTaken = (await findCompanyBySlug(db, name)) !== null
  return { name, isAvailable: !isTaken && !isReservedDomainName(name), isReady: isTaken }
}

/** Whether the server shows a page under this host, so that a certificate for it is useful. */
export async function isServedHost(db: Db, domains: CompanyDomains, host: string): Promise<boolean> {
  return domains.isInstallation(host) || (await companyAddressAt(db, domains, host)) !== null
}

/** The base URL of the company with this host; null for any other host. */
export async function companyAddressAt(db: Db, domains: CompanyDomains, host: string): Promise<string | null> {
  const slug = domains.slugOf(host)
  return slug !== null && (await findCompanyBySlug(db, slug)) !== null ? domains.addressOf(slug) : null
}
