import { sql, type RawBuilder } from 'kysely'

/** Email setting for this type, by default immediately; `s` is the person's settings row in the statement. */
export const mailChoiceColumn = (
  type: RawBuilder<unknown>,
  reason: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`
  coalesce(
    case ${type}
      when 'article_publish' then s.publishes
      when 'article_shared' then s.shares
      when 'article_mention' then s.mentions
      when 'article_review' then s.mentions
      else case when ${reason} = 'mention' then s.mentions else s.comments end
    end,
    'instant'
  )`
