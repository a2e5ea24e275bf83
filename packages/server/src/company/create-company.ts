import { isReservedDomainName } from '@knowreel/shared/company/company.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { uniqueSlug } from '@knowreel/shared/identity/slug.rules.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/db.ts'
import { slugFrom } from '../platform/slug/slug.ts'
import { createCompanyWorkspaces } from '../workspace/index.ts'
import { insertCompany, insertMember, listSlugsLike } from './company.queries.ts'

type NewCompany = {
  readonly title: string
  readonly ownerId: string
  /** Exactly this domain name or an error; if omitted, one is derived from the title. */
  readonly requestedSlug?: string | undefined
  readonly initial: InitialCompanyState
}

/** As configured for the installation. */
export type InitialCompanyState = { readonly isActivated: boolean; readonly isAiEnabled: boolean }

/** Creates a company with its owner and its first workspaces. */
export async function createCompany(trx: Trx, { title, ownerId, requestedSlug, initial }: NewCompany): Promise<string> {
  // Two companies created concurrently with one name must not choose the same slug.
  await sql`select pg_advisory_xact_lock(hashtext('company slug'))`.execute(trx)
  const id = newId()
  await insertCompany(trx, { id, title, slug: await chooseSlug(trx, title, requestedSlug), ownerId, ...initial })
  await insertMember(trx, { companyId: id, userId: ownerId, role: 'owner' })
  await createCompanyWorkspaces(trx, { companyId: id, userId: ownerId }, title)
  return id
}

async function chooseSlug(trx: Trx, title: string, wanted: string | undefined): Promise<string> {
  const slug = slugFrom(wanted ?? title)
  const taken = await listSlugsLike(trx, slug)
  const isTaken = (candidate: string) => taken.has(candidate) || isReservedDomainName(candidate)
  if (wanted === undefined) return uniqueSlug(slug, isTaken)
  if (isTaken(slug)) {
    throw new AppError('slug_taken', { fields: [{ field: 'slug', message: 'Domain name is not available' }] })
  }
  return slug
}
