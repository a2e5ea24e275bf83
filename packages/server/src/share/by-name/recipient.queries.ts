/** All SQL for shares by name. */
import { newId, isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { cappedLimit } from '../../platform/database/capped-rows.ts'
import type { Db, Trx } from '../../platform/database/db.ts'

export type RecipientRow = {
  shareId: string
  type: 'user' | 'group' | 'invited'
  id: string
  name: string
  email: string | null
  profileImage: string | null
  members: number | null
  mayComment: boolean
}

/** Statements call the share `s` and its article `a`. */
export const recipientColumns = sql`
  s.id as "shareId",
  case when s.user_id is not null then 'user' when s.group_id is not null then 'group' else 'invited' end as type,
  coalesce(s.user_id, s.group_id, i.id, s.id) as id,
  coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), g.title,
    nullif(concat_ws(' ', i.first_name, i.last_name), ''), s.email::text) as name,
  coalesce(u.email, s.email)::text as email,
  u.profile_image as "profileImage",
  s.may_comment as "mayComment",
  case when s.group_id is not null then (
    select count(*)::int from group_members gm
    join company_members m on m.user_id = gm.user_id and m.company_id = a.company_id
    where gm.group_id = s.group_id
  ) end as members`

export const recipientJoins = sql`
  left join users u on u.id = s.user_id
  left join groups g on g.id = s.group_id
  left join invitations i on i.company_id = a.company_id and i.email = s.email`

/** In the order in which they were added. */
export async function listRecipients(db: Db, articleId: string): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select ${recipientColumns}
    from article_shares s join articles a on a.id = s.article_id ${recipientJoins}
    where s.article_id = ${articleId}
    order by s.created_at, s.id
    limit ${cappedLimit}
  `.execute(db)
  return rows
}

export type Recipient = { readonly user_id: string } | { readonly group_id: string } | { readonly email: string }

/** False if they were already added. */
export async function insertShare(
  trx: Trx,
  share: {
    readonly articleId: string
    readonly createdBy: string
    readonly recipient: Recipient
    readonly mayComment: boolean
  },
): Promise<boolean> {
  const result = await trx
    .insertInto('article_shares')
    .values({
      id: newId(),
      article_id: share.articleId,
      created_by: share.createdBy,
      may_comment: share.mayComment,
      ...share.recipient,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The share of an article by its own id, or by that of the person, the group or the invitation. */
const isShare = (articleId: string, entityId: string) =>
  sql<boolean>`(article_id = ${articleId} and (
    ${entityId}::uuid in (id, user_id, group_id)
    or email = (
      select i.email from invitations i
      where i.id = ${entityId} and i.company_id = (select a.company_id from articles a where a.id = ${articleId})
    )
  ))`

/** False if it is gone. */
export async function updateShare(
  trx: Trx,
  articleId: string,
  { entityId, mayComment }: { readonly entityId: string; readonly mayComment: boolean },
): Promise<boolean> {
  if (!isUuid(entityId)) return false
  const result = await trx
    .updateTable('article_shares')
    .set({ may_comment: mayComment })
    .where(isShare(articleId, entityId))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False if it is gone. */
export async function deleteShare(trx: Trx, articleId: string, entityId: string): Promise<boolean> {
  if (!isUuid(entityId)) return false
  const result = await trx.deleteFrom('article_shares').where(isShare(articleId, entityId)).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** The email address of an invitation of this company, locked until the transaction ends. */
export async function lockInvitedAddress(trx: Trx, companyId: string, invitationId: string): Promise<string | null> {
  if (!isUuid(invitationId)) return null
  const { rows } = await sql<{ email: string }>`
    select email::text from invitations where id = ${invitationId} and company_id = ${companyId} for key share
  `.execute(trx)
  return rows[0]?.email ?? null
}
