import { isReservedDomainName } from '@knowreel/shared/company/company.rules.ts'
import { parentHost } from '../platform/session/parent-host.ts'

/** The slug of the company that owns this host; null if hosts name no company. */
export function companySlugFromHost(host: string, parent: string | null): string | null {
  if (parent === null || !host.endsWith(`.${parent}`)) return null
  const slug = host.slice(0, -parent.length - 1)
  return isReservedDomainName(slug) ? null : slug
}

export const currentHostSlug = (): string | null => companySlugFromHost(location.host, parentHost())
