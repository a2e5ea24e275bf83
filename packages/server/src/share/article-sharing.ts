import type { ArticleSharing } from '@knowreel/shared/share/share.wire.ts'
import { sql } from 'kysely'
import { recipientColumns, recipientJoins, type RecipientRow } from './by-name/recipient.queries.ts'

export type SharingRow = { readonly token: string | null; readonly entities: readonly RecipientRow[] }

/** Number of recipients included with an article; a separate call returns the complete list. */
const maxListed = 50

/** How the article that the statement calls `a` is shared. */
export const sharingColumn = sql<SharingRow>`json_build_object(
  'token', (select l.token from article_links l where l.article_id = a.id and l.kind = 'public'),
  'entities', coalesce((
    select json_agg(named order by named.named_at, named."shareId")
    from (
      select ${recipientColumns}, s.created_at as named_at
      from article_shares s ${recipientJoins}
      where s.article_id = a.id
      order by s.created_at, s.id
      limit ${sql.lit(maxListed)}
    ) named
  ), '[]'::json)
)`

/** Wire format for the article's author and its editors. */
export function toArticleSharing(
  articleId: string,
  { token, entities }: SharingRow,
  sign: (key: string) => string,
): ArticleSharing {
  return {
    shared: token === null ? null : { token },
    sharedUserGroup: { id: articleId, entities: entities.map((row) => toRecipient(row, sign)) },
  }
}

export const toRecipient = (row: RecipientRow, sign: (key: string) => string) => ({
  shareId: row.shareId,
  type: row.type,
  id: row.id,
  name: row.name,
  email: row.email,
  profileImage: row.profileImage === null ? null : sign(row.profileImage),
  members: row.members,
  mayComment: row.mayComment,
})
