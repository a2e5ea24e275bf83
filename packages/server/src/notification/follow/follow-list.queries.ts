import type { FollowState } from '@knowreel/shared/notification/notification.calls.ts'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql } from 'kysely'
import { cappedLimit } from '../../platform/database/capped-rows.ts'
import type { Db } from '../../platform/database/db.ts'
import { accessRankOf, memberColumns, ranks, type MemberIdentity } from '../../workspace/index.ts'
import { isArticleVisible, joinArticle } from '../visible-article.ts'

export type FollowRow = {
  follow: NonNullable<FollowState>
  article: { id: string; shortId: string; slug: string; title: string } | null
  /** Null if the person sees only the article. */
  workspace: { id: string; shortId: string; title: string; visibility: WorkspaceVisibility; isArchived: boolean } | null
}

/** Workspaces, then published articles, by title; only what the person currently sees. */
export async function listFollows(db: Db, member: MemberIdentity): Promise<FollowRow[]> {
  const facts = memberColumns(member)
  const isWorkspaceSeen = sql<boolean>`${accessRankOf(facts)} >= case when w.is_archived then ${ranks.editor}::int else ${ranks.viewer} end`
  const workspace = sql`json_build_object(
    'id', w.id, 'shortId', w.short_id, 'title', w.title, 'visibility', w.visibility, 'isArchived', w.is_archived
  )`
  const { rows } = await sql<FollowRow>`
    select follow, article, workspace from (
      select f.state as follow, null::json as article, ${workspace} as workspace, 0 as position, w.title, w.id
      from workspace_follows f
      join workspaces w on w.id = f.workspace_id and w.deleted_at is null and w.company_id = ${member.companyId}
      where f.user_id = ${member.userId} and ${isWorkspaceSeen}
      union all
      select f.state, json_build_object('id', a.id, 'shortId', a.short_id, 'slug', a.slug, 'title', a.title),
        case when ${isWorkspaceSeen} then ${workspace} end, 1, a.title, a.id
      from article_follows f
      ${joinArticle('f.article_id')}
      where f.user_id = ${member.userId} and f.state is not null and a.published_at is not null
        and ${isArticleVisible(facts)}
    ) followed
    order by position, lower(title), id
    limit ${cappedLimit}
  `.execute(db)
  return rows
}
