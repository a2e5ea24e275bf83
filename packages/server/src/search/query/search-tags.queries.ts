import { foldTitle } from '@knowreel/shared/search/search-query.ts'
import { sql } from 'kysely'
import type { Member } from '../../access/index.ts'
import { containsPattern } from '../../platform/database/contains-pattern.ts'
import type { Db } from '../../platform/database/db.ts'
import { isArticleInReach, isReachable, publishedReachOf } from './reach.ts'

const maxResults = 15

/**
 * Tags that contain the text, of published articles that the member may see and that are not archived: prefix matches
 * first, then the most used. The earliest spelling is shown. Counts come from the index; whether there is a visible
 * article with the tag is checked for those that are returned.
 */
export async function searchTags(db: Db, member: Member, text: string): Promise<string[]> {
  const wanted = foldTitle(text)
  if (wanted === '') return []
  const companyId = sql`${member.company.id}::uuid`
  const isFound = sql`folded like ${containsPattern(wanted)}`
  const startsWithText = sql`starts_with(folded, ${wanted})`
  const { rows } = await sql<{ tag: string }>`
    with reach as materialized (select ${publishedReachOf(member)}, '{}'::uuid[] as drafts),
    found as (
      select part, bool_or(${startsWithText}) as is_prefix from search_tags
      where company_id = ${companyId} and ${isFound} group by part
    ), uses as (
      select found.part, found.is_prefix, u.workspace_id, u.content, u.since, u.articles
      from found
      join search_tag_uses u on u.company_id = ${companyId} and u.part = found.part
      cross join reach
      where u.workspace_id = any(reach.workspaces)
      union all
      select e.part, ${startsWithText}, e.workspace_id, e.content, a.created_at, 1
      from reach
      join search_entries e on e.article_id = any(reach.shared) and not e.workspace_id = any(reach.workspaces)
      join articles a on a.id = e.article_id
      where e.company_id = ${companyId} and e.kind = 'tag' and ${isFound}
    ), ranked as (
      select part, bool_or(is_prefix) as is_prefix, sum(articles) as articles,
        (array_agg(content order by since, workspace_id, content))[1] as tag,
        (array_agg(workspace_id order by since, workspace_id, content))[1] as workspace_id
      from uses group by part
    )
    select ranked.tag
    from ranked
    cross join reach
    cross join lateral (
      select from search_entries e
      join articles a on a.id = e.article_id and a.published_at is not null
      where e.kind = 'tag' and e.workspace_id = ranked.workspace_id and e.part = ranked.part and e.content = ranked.tag
        and ${isReachable} and ${isArticleInReach(member)}
      limit 1
    ) seen
    order by ranked.is_prefix desc, ranked.articles desc, ranked.part
    limit ${maxResults}
  `.execute(db)
  return rows.map(({ tag }) => tag)
}
