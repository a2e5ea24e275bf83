import { newId } from '@knowreel/shared/identity/ids.ts'
import { uniqueSlug } from '@knowreel/shared/identity/slug.rules.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/db.ts'
import { slugFrom } from '../platform/slug/slug.ts'
import { createPersonalWorkspace } from '../workspace/index.ts'
import { insertCompany, insertMember, listSlugsLike } from './company.queries.ts'

/** Makes a company with its owner and the owner's personal workspace. */
export async function createCompany(trx: Trx, { title, ownerId }: { title: string; ownerId: string }): Promise<string> {
  // Two companies of one name at once must not choose the same slug.
  await sql`select pg_advisory_xact_lock(hashtext('company slug'))`.execute(trx)
  const slug = slugFrom(title)
  const taken = await listSlugsLike(trx, slug)
  const id = newId()
  await insertCompany(trx, {
    id,
    title,
    slug: uniqueSlug(slug, (candidate) => taken.has(candidate) || isReserved(candidate)),
    ownerId,
  })
  await insertMember(trx, { companyId: id, userId: ownerId, role: 'owner' })
  await createPersonalWorkspace(trx, { companyId: id, userId: ownerId })
  return id
}

/** Words that can not be a company's subdomain. */
const reservedSlugs = new Set(
  'api app admin billing www mail smtp static assets cdn files auth login signup status help docs support blog dev test staging collaboration socket browse shared b'.split(
    ' ',
  ),
)
const isReserved = (slug: string): boolean => reservedSlugs.has(slug)
