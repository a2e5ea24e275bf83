/**
 * Decides whether a person may still see what a notification is about: when recipients are chosen, the list is read, an
 * email is sent later, and on the live socket.
 */
import { sql, type RawBuilder } from 'kysely'
import { isSharedByName, mayCommentByName } from '../share/index.ts'
import { accessRankOf, hasRankOf, isInKeyWorkspaces, ranks, type MemberColumns } from '../workspace/index.ts'

/**
 * The article behind the id in `idColumn`, as `a`, with its workspace as `w`: for a draft that has ended, its original;
 * for a draft, the workspace that controls its access. The statement calls the row of the id `d`.
 */
export const joinArticle = (idColumn: string): RawBuilder<unknown> => sql`
  join articles d on d.id = ${sql.ref(idColumn)}
  join articles a on a.id = case
    when d.deleted_at is not null and d.original_id is not null then d.original_id
    else d.id
  end
  left join articles o on o.id = a.original_id
  left join workspaces w on w.id = coalesce(o.workspace_id, a.workspace_id) and w.deleted_at is null
`

/** Whether the member has at least this rank in the workspace `w`. */
type HasRank = (least: 'viewer' | 'editor') => RawBuilder<boolean>

const byRank =
  (member: MemberColumns): HasRank =>
  (least) =>
    sql<boolean>`${accessRankOf(member)} >= ${ranks[least]}`

/** Finds the roles once, for statements about many articles and one member. */
export const byRoles =
  (member: MemberColumns): HasRank =>
  (least) =>
    hasRankOf(member, least)

/** Whether the article is visible to an active member of the company, given as SQL expressions. */
export function isArticleVisible(member: MemberColumns, hasRank = byRank(member)): RawBuilder<boolean> {
  return sql<boolean>`(
    a.company_id = ${member.companyId} and ${isInKeyWorkspaces(member.workspaceIds, sql`w.id`)} and a.deleted_at is null and o.deleted_at is null and case
      when a.published_at is not null then
        a.original_id is null and w.id is not null and (
          case when w.is_archived then ${hasRank('editor')} else ${hasRank('viewer')} end
          or ${isSharedByName(member)}
        )
      else
        (a.original_id is null and a.author_id = ${member.userId}) or (w.id is not null and ${hasRank('editor')})
    end
  )`
}

/**
 * Whether a person who sees `a` sees it only because it is shared with them by name. They read it through its private
 * link, because its URL in the workspace would reject them.
 */
export const isVisibleByShareOnly = (member: MemberColumns, hasRank = byRank(member)): RawBuilder<boolean> =>
  sql<boolean>`(a.published_at is not null and not ${hasRank('viewer')})`

/** Whether nothing but shares by name lets them see `a`, and none of these lets them comment. */
export const isViewOnly = (member: MemberColumns): RawBuilder<boolean> =>
  sql<boolean>`(
    ${isSharedByName(member)} and not ${mayCommentByName(member)} and ${isVisibleByShareOnly(member)}
  )`

/** The facts of a row of members that the statement calls `m`. */
export const memberIdentityColumns = {
  userId: sql`m.user_id`,
  companyId: sql`m.company_id`,
  isCompanyAdmin: sql`(m.role in ('owner', 'admin'))`,
} as const satisfies MemberColumns
