import { normalizeTag } from '@knowreel/shared/article/tags.rules.ts'
import { sql } from 'kysely'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { accessRank, ranks } from '../../workspace/index.ts'

const maxResults = 15

/**
 * Tags that contain the text, of published articles that the member may see and that are not archived: prefix matches
 * first, then the most used. The comparison ignores case; the earliest spelling is shown.
 */
export async function searchTags(db: Db, member: Member, text: string): Promise<string[]> {
  const wanted = normalizeTag(text).toLowerCase()
  if (wanted === '') return []
  const { rows } = await sql<{ tag: string }>`
    select (array_agg(t.tag order by a.created_at, a.id))[1] as tag
    from articles a
    join workspaces w on w.id = a.workspace_id
    cross join lateral unnest(a.tags) as t (tag)
    where a.company_id = ${member.company.id} and a.published_at is not null and a.deleted_at is null
      and not a.is_archived and w.deleted_at is null and not w.is_archived
      and strpos(lower(t.tag), ${wanted}) > 0
      and ${accessRank(member)} >= ${ranks.viewer}
    group by lower(t.tag)
    order by strpos(lower(t.tag), ${wanted}) > 1, count(*) desc, lower(t.tag)
    limit ${maxResults}
  `.execute(db)
  return rows.map(({ tag }) => tag)
}
