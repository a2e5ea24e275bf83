import { isReservedDomainName } from '@knowreel/shared/company/company.rules.ts'
import type { Db } from '../platform/database/db.ts'
import { slugFrom } from '../platform/slug/slug.ts'
import { findCompanyBySlug } from './company.queries.ts'

type DomainState = { name: string; isAvailable: boolean; isReady: boolean }

/**
 * `name` is the given one as it would stand in an address. A company answers as soon as it is there: one host, or one
 * wildcard, serves them all.
 */
export async function checkDomain(db: Db, given: string): Promise<DomainState> {
  const name = slugFrom(given)
  const isTaken = (await findCompanyBySlug(db, name)) !== null
  return { name, isAvailable: !isTaken && !isReservedDomainName(name), isReady: isTaken }
}
