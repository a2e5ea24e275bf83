import { sql, type RawBuilder } from 'kysely'

/** Whether the comment with the id in this column, which is written by us, is still there. */
export const isCommentThere = (idColumn: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from comments ct where ct.id = ${sql.ref(idColumn)})`
