import type { CompanyForMember, CompanyRole, CompanyUserStatus } from '@knowreel/shared/company/company.calls.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

/** A company without billing counts as paid; statements call the company `c`. */
export const isPaidColumn = sql<boolean>`coalesce(not c.is_billing, true)`

type CompanyRow = {
  id: string
  title: string
  slug: string
  logo: string | null
  is_activated: boolean
  is_billing: boolean
  is_ai_enabled: boolean
  is_paid: boolean
  created_at: Date
  role: CompanyRole
  status: CompanyUserStatus
}

/** Every company of a person, the oldest first. */
export async function listCompaniesOf(
  db: Db,
  userId: string,
  signAddress: (key: string) => string,
): Promise<CompanyForMember[]> {
  const rows = await db
    .selectFrom('company_members as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .where('m.user_id', '=', userId)
    .select([
      'c.id',
      'c.title',
      'c.slug',
      'c.logo',
      'c.is_activated',
      'c.is_billing',
      'c.is_ai_enabled',
      'c.created_at',
    ])
    .select(['m.role', 'm.status', isPaidColumn.as('is_paid')])
    .orderBy('m.created_at')
    .limit(1000)
    .execute()
  return rows.map((row) => toCompanyForMember(row, signAddress))
}

const toCompanyForMember = (row: CompanyRow, signAddress: (key: string) => string): CompanyForMember => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  // Company domains are off: one host serves all companies.
  domain: null,
  logo: row.logo === null ? null : signAddress(row.logo),
  isActivated: row.is_activated,
  isPaid: row.is_paid,
  isBilling: row.is_billing,
  isAiEnabled: row.is_ai_enabled,
  createdAt: row.created_at.toISOString(),
  role: row.role,
  status: row.status,
})

/** Slugs that begin like this one, for finding a free one. */
export async function listSlugsLike(db: Db, slug: string): Promise<Set<string>> {
  const rows = await db.selectFrom('companies').where('slug', 'like', `${slug}%`).select('slug').execute()
  return new Set(rows.map((row) => row.slug))
}

export async function insertCompany(
  db: Db,
  company: { id: string; title: string; slug: string; ownerId: string },
): Promise<void> {
  await db
    .insertInto('companies')
    .values({ id: company.id, title: company.title, slug: company.slug, owner_id: company.ownerId })
    .execute()
}

export async function insertMember(
  db: Db,
  member: { companyId: string; userId: string; role: CompanyRole },
): Promise<void> {
  await db
    .insertInto('company_members')
    .values({ company_id: member.companyId, user_id: member.userId, role: member.role })
    .execute()
}
