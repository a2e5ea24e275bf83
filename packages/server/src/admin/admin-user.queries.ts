import type { AdminUser } from '@knowreel/shared/admin/admin.calls.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

const maxListed = 1000

type PersonRow = Omit<AdminUser, '_id' | 'lastTimeLoggedIn'> & { isMember: boolean; lastTimeLoggedIn: Date | null }

/** The people of a company and those invited to it, by name; null if the company does not exist. */
export async function listCompanyPeople(
  db: Db,
  companyId: string,
): Promise<{ users: { companyUsers: AdminUser[]; invitedUsers: AdminUser[] }; isTruncated?: boolean } | null> {
  if (!isUuid(companyId)) return null
  const { rows } = await sql<PersonRow>`
    select people.* from companies c
    left join lateral (
      (select true as "isMember", ${memberColumns}
        from company_members m join users u on u.id = m.user_id
        where m.company_id = c.id
        order by lower(u.first_name), lower(u.last_name) limit ${maxListed + 1})
      union all
      (select false, i.id, i.first_name, i.last_name, i.email::text, i.role, 'invited', array[]::text[], null, false
        from invitations i where i.company_id = c.id
        order by lower(i.first_name), lower(i.last_name) limit ${maxListed + 1})
    ) people on true
    where c.id = ${companyId} and c.removed_at is null
  `.execute(db)
  if (rows.length === 0) return null
  const people = rows.filter(({ id }) => id !== null)
  const members = people.filter(({ isMember }) => isMember)
  const invited = people.filter(({ isMember }) => !isMember)
  const isTruncated = members.length > maxListed || invited.length > maxListed
  return {
    users: {
      companyUsers: members.slice(0, maxListed).map(toAdminUser),
      invitedUsers: invited.slice(0, maxListed).map(toAdminUser),
    },
    ...(isTruncated && { isTruncated }),
  }
}

export async function findCompanyPerson(db: Db, companyId: string, userId: string): Promise<AdminUser | null> {
  const { rows } = await sql<PersonRow>`
    select true as "isMember", ${memberColumns}
    from company_members m join users u on u.id = m.user_id
    where m.company_id = ${companyId} and m.user_id = ${userId}
  `.execute(db)
  return rows[0] === undefined ? null : toAdminUser(rows[0])
}

const memberColumns = sql`
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.email::text as email, m.role, m.status,
  array(select g.title from group_members gm join groups g on g.id = gm.group_id
    where gm.user_id = u.id and g.company_id = m.company_id order by g.title) as groups,
  u.last_logged_in_at as "lastTimeLoggedIn", true as accepted`

const toAdminUser = ({
  id,
  firstName,
  lastName,
  email,
  role,
  status,
  groups,
  accepted,
  ...row
}: PersonRow): AdminUser => ({
  id,
  _id: id,
  firstName,
  lastName,
  email,
  role,
  status,
  groups,
  accepted,
  lastTimeLoggedIn: row.lastTimeLoggedIn?.toISOString() ?? null,
})
