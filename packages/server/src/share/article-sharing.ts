import type { ArticleSharing } from '@knowreel/shared/share/share.wire.ts'
import { sql } from 'kysely'
import { entityColumns, entityJoins, type EntityRow } from './by-name/entity.queries.ts'

export type SharingRow = { readonly token: string | null; readonly entities: readonly EntityRow[] }

/** Number of recipients included with an article; a separate call returns the complete list. */
const mostTold = 50

/** How the article that the statement calls `a` is shared. */
export const sharingColumn = sql<SharingRow>`json_build_object(
  'token', (select l.token from article_links l where l.article_id = a.id and l.kind = 'public'),
  'entities', coalesce((
    select json_agg(named order by named.named_at, named."shareId")
    from (
      select ${entityColumns}, s.created_at as named_at
      from article_shares s ${entityJoins}
      where s.article_id = a.id
      order by s.created_at, s.id
      limit ${sql.lit(mostTold)}
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
    sharedUserGroup: { id: articleId, entities: entities.map((row) => toEntity(row, sign)) },
  }
}

export const toEntity = (row: EntityRow, sign: (key: string) => string) => ({
  shareId: row.shareId,
  type: row.type,
  id: row.id,
  name: row.name,
  email: row.email,
  profileImage: row.profileImage === null ? null : sign(row.profileImage),
  members: row.members,
})
