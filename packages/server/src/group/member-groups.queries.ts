/** Updates group memberships when a person joins a company or leaves it. */
import { sql } from 'kysely'
import type { Trx } from '../platform/database/db.ts'

/** Groups to which the address was added before its person joined. */
export async function joinInvitedGroups(
  trx: Trx,
  { companyId, userId, email }: { companyId: string; userId: string; email: string },
): Promise<void> {
  await sql`
    with invited as (
      delete from group_invited_emails i using groups g
      where g.id = i.group_id and g.company_id = ${companyId} and i.email = ${email}
      returning i.group_id
    )
    insert into group_members (group_id, user_id)
    select group_id, ${userId}::uuid from invited
    on conflict (group_id, user_id) do nothing
  `.execute(trx)
}

/** The invitation was withdrawn: the address is removed from every group. */
export async function leaveInvitedGroups(
  trx: Trx,
  { companyId, email }: { companyId: string; email: string },
): Promise<void> {
  await sql`
    delete from group_invited_emails i using groups g
    where g.id = i.group_id and g.company_id = ${companyId} and i.email = ${email}
  `.execute(trx)
}

/** The person leaves the company: removes their group memberships and pending invitations to groups. */
export async function leaveGroups(
  trx: Trx,
  { companyId, userId, email }: { companyId: string; userId: string; email: string },
): Promise<void> {
  await sql`
    delete from group_members m using groups g
    where g.id = m.group_id and g.company_id = ${companyId} and m.user_id = ${userId}
  `.execute(trx)
  await leaveInvitedGroups(trx, { companyId, email })
}
