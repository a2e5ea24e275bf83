import { sql, type RawBuilder } from 'kysely'
import { commentExists } from '../comment/index.ts'

/** Whether the subject of item `i` of notification `n` still exists. */
export const itemExists = sql<boolean>`(n.type <> 'comment_mention' or ${commentExists('i.event_id')})`

/**
 * The item that notification `n` shows: a mention before a reply before a followed comment, and the latest of those.
 */
export const displayedItem: RawBuilder<unknown> = sql`(
  select i.event_id, i.by_id, i.reason, i.excerpt
  from notification_items i
  where i.notification_id = n.id and ${itemExists}
  order by array_position(array['mention', 'reply', 'follow'], i.reason), i.notified_at desc, i.event_id desc
  limit 1
)`
