import { sql, type RawBuilder } from 'kysely'
import { isInKeyWorkspaces, type MemberColumns } from '../../workspace/index.ts'

/** The recipient as a statement or the caller knows them; must be an active member of the company. */
export type RecipientInfo = Pick<MemberColumns, 'userId' | 'companyId' | 'workspaceIds'>

/**
 * Whether the article that the statement calls `a` is shared with this person by name, directly or through a group. A
 * share never crosses companies, and allows only reading the published content while it is not archived.
 */
export const isSharedByName = (recipient: RecipientInfo): RawBuilder<boolean> => hasShare(recipient, sql`true`)

/** Whether one of these shares also allows commenting and reacting. */
export const mayCommentByName = (recipient: RecipientInfo): RawBuilder<boolean> =>
  hasShare(recipient, sql`s.may_comment`)

function hasShare(
  { userId, companyId, workspaceIds }: RecipientInfo,
  condition: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(
    a.company_id = ${companyId} and ${isInKeyWorkspaces(workspaceIds, sql`a.workspace_id`)} and a.published_at is not null and a.deleted_at is null and not a.is_archived
    and exists (
      select 1 from workspaces sw where sw.id = a.workspace_id and sw.deleted_at is null and not sw.is_archived
    )
    and exists (
      select 1
      from article_shares s
      left join group_members gm on gm.group_id = s.group_id and gm.user_id = ${userId}
      where s.article_id = a.id and (s.user_id = ${userId} or gm.user_id is not null) and ${condition}
    )
  )`
}
