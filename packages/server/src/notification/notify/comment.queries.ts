/** Updates notifications when their comments are changed, deleted or moved. */
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../platform/database/db.ts'

type Person = { readonly userId: string; readonly companyId: string }

/** Notifications without other items are deleted too. Returns whose they were. */
const dropItems = async (trx: Trx, which: RawBuilder<unknown>): Promise<Person[]> => {
  const { rows } = await sql<Person & { id: string }>`
    with dropped as (
      delete from notification_items i using notifications n
      where n.id = i.notification_id and ${which}
      returning n.id, n.user_id, n.company_id
    )
    select distinct id, user_id as "userId", company_id as "companyId" from dropped
  `.execute(trx)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  await sql`
    delete from notifications n
    where n.id = any(${ids}::uuid[]) and not exists (select from notification_items i where i.notification_id = n.id)
  `.execute(trx)
  await sql`
    update notifications n
    set changed_at = now(), notified_at = (select max(i.notified_at) from notification_items i where i.notification_id = n.id)
    where n.id = any(${ids}::uuid[])
  `.execute(trx)
  return rows
}

export const dropComments = (trx: Trx, commentIds: readonly string[]): Promise<Person[]> =>
  dropItems(trx, sql`n.type = 'comment_mention' and i.event_id = any(${commentIds}::uuid[])`)

/** Drops the mentions of people who are no longer mentioned. */
export const dropMentions = (trx: Trx, commentId: string, mentionedIds: readonly string[]): Promise<Person[]> =>
  dropItems(
    trx,
    sql`n.type = 'comment_mention' and i.event_id = ${commentId}::uuid and i.reason = 'mention'
      and n.user_id <> all(${mentionedIds}::uuid[])`,
  )

export async function saveExcerpt(trx: Trx, commentId: string, excerpt: string | null): Promise<void> {
  await trx.updateTable('notification_items').set({ excerpt }).where('event_id', '=', commentId).execute()
}

/** Includes those of its drafts. Pages read them under the new article with their next request. */
export async function moveNotifications(trx: Trx, articleId: string, targetId: string): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ article_id: targetId, changed_at: sql<Date>`now()` })
    .where((where) =>
      where.or([
        where('article_id', '=', articleId),
        where('article_id', 'in', where.selectFrom('articles').where('original_id', '=', articleId).select('id')),
      ]),
    )
    .execute()
}
