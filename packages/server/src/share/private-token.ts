import { sql, type RawBuilder } from 'kysely'

/** The token of the private link of the article in this column, which is written by us; null where none was made. */
export const privateTokenOf = (articleColumn: string): RawBuilder<string | null> => sql<string | null>`(
  select l.token from article_links l where l.article_id = ${sql.ref(articleColumn)} and l.kind = 'private'
)`
