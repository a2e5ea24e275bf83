import { sql, type RawBuilder } from 'kysely'
import { isCommentThere } from '../comment/index.ts'

/** Of the notification `n` and its item `i`: what it tells of is still there, however it may have gone. */
export const isItemThere = sql<boolean>`(n.type <> 'comment_mention' or ${isCommentThere('i.event_id')})`

/** What the notification `n` shows: a mention before an answer before what one follows, and the last of those. */
export const shownItem: RawBuilder<unknown> = sql`(
  select i.event_id, i.by_id, i.reason, i.excerpt
  from notification_items i
  where i.notification_id = n.id and ${isItemThere}
  order by array_position(array['mention', 'reply', 'follow'], i.reason), i.told_at desc, i.event_id desc
  limit 1
)`
