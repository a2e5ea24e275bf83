import { sql, type RawBuilder } from 'kysely'

/** What a notification shows of what happened: a mention before an answer before what one follows, and the last of those. */
export const shownItem = (notificationColumn: string): RawBuilder<unknown> => sql`(
  select i.event_id, i.by_id, i.reason, i.excerpt
  from notification_items i
  where i.notification_id = ${sql.ref(notificationColumn)}
  order by array_position(array['mention', 'reply', 'follow'], i.reason), i.told_at desc, i.event_id desc
  limit 1
)`
