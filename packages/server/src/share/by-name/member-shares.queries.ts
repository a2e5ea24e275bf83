/** Updates shares by name when a person joins a company or leaves it. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/db.ts'

type Membership = { readonly companyId: string; readonly userId: string; readonly email: string }

/** Turns shares with the email address into shares with the person who joined. */
export async function joinInvitedShares(trx: Trx, { companyId, userId, email }: Membership): Promise<void> {
  await sql`
    update article_shares s set user_id = ${userId}, email = null
    from articles a
    where a.id = s.article_id and a.company_id = ${companyId} and s.email = ${email}
      and not exists (select from article_shares o where o.article_id = s.article_id and o.user_id = ${userId})
  `.execute(trx)
  await deleteInvitedShares(trx, { companyId, email })
}

/** Removes the shares of a person who leaves the company, so that they do not return with them. */
export async function deleteMemberShares(trx: Trx, { companyId, userId, email }: Membership): Promise<void> {
  await sql`
    delete from article_shares s using articles a
    where a.id = s.article_id and a.company_id = ${companyId} and (s.user_id = ${userId} or s.email = ${email})
  `.execute(trx)
}

/** The invitation was withdrawn. */
export async function deleteInvitedShares(
  trx: Trx,
  { companyId, email }: { readonly companyId: string; readonly email: string },
): Promise<void> {
  await sql`
    delete from article_shares s using articles a
    where a.id = s.article_id and a.company_id = ${companyId} and s.email = ${email}
  `.execute(trx)
}
