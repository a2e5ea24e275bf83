import { sql } from 'kysely'
import type { Trx } from '../../platform/database/db.ts'

type Person = { readonly userId: string; readonly companyId: string }

/** False if the person has no such notification. One that is already read stays unchanged. */
export async function markRead(trx: Trx, { userId, companyId }: Person, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('notifications')
    .set({
      changed_at: sql<Date>`case when read_at is null then now() else changed_at end`,
      read_at: sql<Date>`coalesce(read_at, now())`,
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** In one order of rows, to avoid deadlocks. */
export async function markAllRead(trx: Trx, { userId, companyId }: Person): Promise<number> {
  const { rows } = await sql`
    update notifications set read_at = now(), changed_at = now()
    where id in (
      select id from notifications
      where user_id = ${userId} and company_id = ${companyId} and read_at is null
      order by id for update
    )
    returning id
  `.execute(trx)
  return rows.length
}
