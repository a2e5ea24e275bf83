/** What becomes of places in groups when a person joins a company or leaves it. */
import { sql } from 'kysely'
import type { Trx } from '../platform/database/db.ts'

/** Groups that the address was put into before its person joined. */
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

/** The invitation was withdrawn: the address has no place in any group any more. */
export async function leaveInvitedGroups(
  trx: Trx,
  { companyId, email }: { companyId: string; email: string },
): Promise<void> {
  await sql`
    delete from group_invited_emails i using groups g
    where g.id = i.group_id and g.company_id = ${companyId} and i.email = ${email}
  `.execute(trx)
}

/** The person leaves the company: places in groups go, and standing invitations to them. */
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
