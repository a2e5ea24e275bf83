import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import type { Actor } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { memberColumns, memberIdentity, type MemberIdentity } from '../workspace/index.ts'
import { memberIdentityColumns, isArticleVisible, isViewOnly, joinArticle } from './visible-article.ts'

export async function isPublished(trx: Trx, articleId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('articles')
    .where('id', '=', articleId)
    .where('published_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

type Subscriber = { readonly userId: string; readonly companyId: string; readonly articleId: string }

/** Null if this person does not see the article, or no longer sees it. */
export async function findVisibleTitle(db: Db, { userId, companyId, articleId }: Subscriber): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select a.title
    from (select ${articleId}::uuid as id) asked
    ${joinArticle('asked.id')}
    join company_members m on m.company_id = ${companyId} and m.user_id = ${userId} and m.status = 'active'
    where ${isArticleVisible(memberIdentityColumns)}
  `.execute(db)
  return rows[0]?.title ?? null
}

/**
 * The article that this id lets the actor follow, which for a draft is its original. Null if the actor sees nothing.
 */
export async function findFollowable(
  db: Db,
  actor: Actor | null,
  anyId: string,
): Promise<{ id: string; companyId: string } | null> {
  const member = memberIdentity(actor)
  const column = isUuid(anyId) ? 'x.id' : isShortId(anyId) ? 'x.short_id' : null
  if (member === null || column === null) return null
  const { rows } = await sql<{ id: string; companyId: string }>`
    select coalesce(a.original_id, a.id) as id, a.company_id as "companyId"
    from (select x.id from articles x where ${sql.ref(column)} = ${anyId}) asked
    ${joinArticle('asked.id')}
    where ${isArticleVisible(memberColumns(member))}
  `.execute(db)
  return rows[0] ?? null
}

export type Watch = { readonly key: string; readonly member: MemberIdentity; readonly anyId: string }
export type VisibleWatch = {
  readonly key: string
  readonly articleIds: string[]
  /** Hash of the published content; null for a draft. */
  readonly hash: string | null
  /** Shared by name for viewing: the person may not comment on it. */
  readonly isViewOnly: boolean
}

/**
 * For the watches whose article the person sees: the rows each one covers. For a draft these include its article, whose
 * comments it shows. One statement.
 */
export async function listVisibleWatches(db: Db, watches: readonly Watch[]): Promise<Map<string, VisibleWatch>> {
  if (watches.length === 0) return new Map()
  const asked = watches.map(({ key, member, anyId }) => ({ key, anyId, ...member }))
  const facts = {
    userId: sql`asked."userId"`,
    companyId: sql`asked."companyId"`,
    isCompanyAdmin: sql`asked."isCompanyAdmin"`,
  }
  const { rows } = await sql<VisibleWatch>`
    select asked.key, array_remove(array[d.id, a.id, a.original_id], null) as "articleIds",
      case when a.published_at is not null then a.hash end as hash, ${isViewOnly(facts)} as "isViewOnly"
    from (
      select c.*, x.id
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as c (key text, "anyId" text, "userId" uuid, "companyId" uuid, "isCompanyAdmin" boolean)
      join articles x on case when length(c."anyId") = 36 then x.id = c."anyId"::uuid else x.short_id = c."anyId" end
    ) asked
    ${joinArticle('asked.id')}
    where ${isArticleVisible(facts)}
  `.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}
