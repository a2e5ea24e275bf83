import { foldTitle } from '@knowreel/shared/search/search-query.ts'
import { sql } from 'kysely'
import type { Member } from '../../access/index.ts'
import { containsPattern } from '../../platform/database/contains-pattern.ts'
import type { Db } from '../../platform/database/db.ts'
import { isArticleInReach, isReachable, reachOf } from './reach.ts'

const maxResults = 15

/**
 * Tags that contain the text, of published articles that the member may see and that are not archived: prefix matches
 * first, then the most used. The earliest spelling is shown.
 */
export async function searchTags(db: Db, member: Member, text: string): Promise<string[]> {
  const wanted = foldTitle(text)
  if (wanted === '') return []
  const { rows } = await sql<{ tag: string }>`
    with reach as materialized (${reachOf(db, member, {})})
    select (array_agg(e.content order by a.created_at, a.id))[1] as tag
    from search_entries e
    cross join reach
    join articles a on a.id = e.article_id and a.published_at is not null
    where e.is_title and e.company_id = ${member.company.id} and e.kind = 'tag'
      and e.folded like ${containsPattern(wanted)} and ${isReachable} and ${isArticleInReach(member)}
    group by e.part
    order by bool_or(starts_with(e.folded, ${wanted})) desc, count(*) desc, e.part
    limit ${maxResults}
  `.execute(db)
  return rows.map(({ tag }) => tag)
}
