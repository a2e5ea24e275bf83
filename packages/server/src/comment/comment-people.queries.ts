import { fullName } from '@knowreel/shared/user/user.rules.ts'
import type { Db } from '../platform/database/db.ts'

/** Those of these people who are or were active in the company, with their names. */
export async function listNamesInCompany(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('company_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.company_id', '=', companyId)
    .where('m.user_id', 'in', [...new Set(ids)])
    .select(['u.id', 'u.first_name as firstName', 'u.last_name as lastName'])
    .execute()
  return new Map(rows.map(({ id, ...names }) => [id, fullName(names)]))
}
