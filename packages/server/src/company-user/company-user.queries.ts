import { companyUserAbilities, mayManageUsers } from '@knowreel/shared/company/company-user.rules.ts'
import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import type { Membership } from '../company/index.ts'
import { toPerson, type PersonView } from '../person/index.ts'
import type { Db } from '../platform/database/db.ts'

type Viewer = { readonly userId: string; readonly role: CompanyRole; readonly companyId: string }
type View = { readonly viewer: Viewer; readonly people: PersonView }

/** A member of the company by id; null for anyone else, including people who are only invited. */
export async function findMember(db: Db, companyId: string, userId: string): Promise<Membership | null> {
  if (!isUuid(userId)) return null
  const row = await db
    .selectFrom('company_members')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('status', '<>', 'invited')
    .select(['user_id as userId', 'role', 'status'])
    .executeTakeFirst()
  return row ?? null
}

export type NamedMember = Membership & { readonly firstName: string; readonly lastName: string }

/** The member with this email address, in any spelling. */
export async function findMemberByEmail(db: Db, companyId: string, email: string): Promise<NamedMember | null> {
  const row = await db
    .selectFrom('company_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.company_id', '=', companyId)
    .where('u.email', '=', email)
    .select(['m.user_id as userId', 'm.role', 'm.status', 'u.first_name as firstName', 'u.last_name as lastName'])
    .executeTakeFirst()
  return row ?? null
}

type Group = { id: string; title: string }

/** Groups and last use are for people who manage members; others get names for mentions and pickers. */
const selectMembers = (db: Db, viewer: Viewer) => {
  const isManager = mayManageUsers(viewer.role)
  return db
    .selectFrom('company_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.company_id', '=', viewer.companyId)
    .where('m.status', '<>', 'invited')
    .select(['u.id', 'u.first_name as firstName', 'u.last_name as lastName', 'u.email'])
    .select(['u.profile_image as profileImage', 'u.job_title as jobTitle'])
    .select(['m.role', 'm.status', 'm.created_at as createdAt'])
    .select(
      (isManager
        ? sql<Group[]>`coalesce((
            select json_agg(json_build_object('id', g.id, 'title', g.title) order by g.title)
            from group_members gm join groups g on g.id = gm.group_id
            where gm.user_id = m.user_id and g.company_id = m.company_id
          ), '[]')`
        : sql<Group[]>`'[]'::json`
      ).as('groups'),
    )
    .select(
      (isManager
        ? sql<Date | null>`greatest(u.last_logged_in_at, (
            select max(s.last_used_at) from sessions s where s.user_id = m.user_id and s.company_id = m.company_id
          ))`
        : sql<Date | null>`null::timestamptz`
      ).as('lastSeenAt'),
    )
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>

const toCompanyUser = (row: MemberRow, { viewer, people }: View): CompanyUser => ({
  ...toPerson({ ...row, isDeactivated: row.status === 'deactivated' }, people),
  role: row.role,
  status: row.status,
  groups: row.groups,
  lastTimeLoggedIn: row.lastSeenAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  abilities: companyUserAbilities(viewer, { userId: row.id, role: row.role, status: row.status }),
})

/** The members of the company by name, at most `limit`. */
export async function listCompanyUsers(db: Db, view: View, limit: number): Promise<CompanyUser[]> {
  const rows = await selectMembers(db, view.viewer)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy(sql`lower(u.last_name)`)
    .orderBy('u.id')
    .limit(limit)
    .execute()
  return rows.map((row) => toCompanyUser(row, view))
}

export async function getCompanyUser(db: Db, view: View, userId: string): Promise<CompanyUser> {
  const row = await selectMembers(db, view.viewer).where('u.id', '=', userId).executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return toCompanyUser(row, view)
}
