/** All SQL for links. One statement decides what a link opens and whether anything prevents it. */
import { isLinkToken, isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql } from 'kysely'
import { isPaidColumn } from '../../company/index.ts'
import type { Actor } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { accessRank, memberColumns, memberIdentity, ranks } from '../../workspace/index.ts'
import { isSharedByName } from '../by-name/named-recipient.ts'

export type LinkKind = 'public' | 'private'

export type OpenLink = {
  readonly articleId: string
  readonly kind: LinkKind
  readonly token: string
  readonly passwordHash: string | null
  readonly isWithSubArticles: boolean
  readonly companyTitle: string
  readonly companyLogo: string | null
  readonly workspace: {
    readonly id: string
    readonly shortId: string
    readonly title: string
    readonly visibility: WorkspaceVisibility
  }
}

/** Statements call the article `a`, its workspace `w` and its company `c`. */
const isShareable = sql<boolean>`(
  a.published_at is not null and a.deleted_at is null and not a.is_archived
  and w.deleted_at is null and not w.is_archived and c.is_activated and ${isPaidColumn}
)`

const isOn = sql<boolean>`(
  l.kind = 'private'
  or ((l.expires_at is null or l.expires_at > now()) and not w.is_sharing_off and not c.is_sharing_off)
)`

/** Links that currently open something. */
export const selectOpen = (db: Db) =>
  db
    .selectFrom('article_links as l')
    .innerJoin('articles as a', 'a.id', 'l.article_id')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .where(isShareable)
    .where(isOn)

const selectOpenLink = (db: Db) =>
  selectOpen(db)
    .select(['l.article_id as articleId', 'l.kind', 'l.token', 'l.password_hash as passwordHash'])
    .select(['l.is_with_sub_articles as isWithSubArticles', 'c.title as companyTitle', 'c.logo as companyLogo'])
    .select(
      sql<OpenLink['workspace']>`json_build_object(
        'id', w.id, 'shortId', w.short_id, 'title', w.title, 'visibility', w.visibility
      )`.as('workspace'),
    )

/** Null for an unknown token and for one that currently opens nothing. */
export async function findOpenLink(db: Db, kind: LinkKind, token: string): Promise<OpenLink | null> {
  if (!isLinkToken(token)) return null
  const row = await selectOpenLink(db).where('l.token', '=', token).where('l.kind', '=', kind).executeTakeFirst()
  return row ?? null
}

/** By the uuid or short id of its article. */
export async function findOpenLinkOfArticle(db: Db, kind: LinkKind, anyId: string): Promise<OpenLink | null> {
  const column = isUuid(anyId) ? 'l.article_id' : isShortId(anyId) ? 'a.short_id' : null
  if (column === null) return null
  const row = await selectOpenLink(db).where(column, '=', anyId).where('l.kind', '=', kind).executeTakeFirst()
  return row ?? null
}

/** Whether the private link opens for this person: they see the workspace, or are a recipient. */
export async function mayOpenPrivateLink(db: Db, actor: Actor, articleId: string): Promise<boolean> {
  const member = memberIdentity(actor)
  const isNamed = member === null ? sql<boolean>`false` : isSharedByName(memberColumns(member))
  const row = await db
    .selectFrom('articles as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .where('a.id', '=', articleId)
    .where(sql<boolean>`(${accessRank(actor)} >= ${ranks.viewer} or ${isNamed})`)
    .select('a.id')
    .executeTakeFirst()
  return row !== undefined
}

/** An article shared with this person by name, by its uuid or short id, whether or not they see its workspace. */
export async function findSharedArticle(db: Db, actor: Actor | null, anyId: string): Promise<SharedArticle | null> {
  const member = memberIdentity(actor)
  const column = isUuid(anyId) ? 'a.id' : isShortId(anyId) ? 'a.short_id' : null
  if (member === null || column === null) return null
  const row = await db
    .selectFrom('articles as a')
    .where(column, '=', anyId)
    .where(isSharedByName(memberColumns(member)))
    .select(['a.id', 'a.short_id as shortId', 'a.company_id as companyId', 'a.author_id as authorId'])
    .executeTakeFirst()
  return row ?? null
}

export type SharedArticle = {
  readonly id: string
  readonly shortId: string
  readonly companyId: string
  readonly authorId: string | null
}

export type SharedDataRow = {
  readonly articleId: string
  readonly token: string | null
  readonly privateToken: string | null
  readonly expiresAt: Date | null
  readonly hasPassword: boolean
  readonly isWithSubArticles: boolean
  readonly lastUsedAt: Date | null
  readonly offBy: 'workspace' | 'company' | null
}

const offByColumn = sql<SharedDataRow['offBy']>`case
  when c.is_sharing_off then 'company' when w.is_sharing_off then 'workspace'
end`

export function getSharedData(db: Db, articleId: string): Promise<SharedDataRow> {
  return db
    .selectFrom('articles as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .leftJoin('article_links as l', (join) => join.onRef('l.article_id', '=', 'a.id').on('l.kind', '=', 'public'))
    .leftJoin('article_links as p', (join) => join.onRef('p.article_id', '=', 'a.id').on('p.kind', '=', 'private'))
    .where('a.id', '=', articleId)
    .select(['a.id as articleId', 'l.token', 'p.token as privateToken', 'l.expires_at as expiresAt'])
    .select(['l.last_used_at as lastUsedAt', offByColumn.as('offBy')])
    .select([
      sql<boolean>`l.password_hash is not null`.as('hasPassword'),
      sql<boolean>`coalesce(l.is_with_sub_articles, false)`.as('isWithSubArticles'),
    ])
    .executeTakeFirstOrThrow()
}

type NewLink = {
  readonly articleId: string
  readonly kind: LinkKind
  readonly token: string
  readonly createdBy: string
}

/** The token of the existing link, or of this new one. */
export async function ensureLink(trx: Trx | Db, link: NewLink): Promise<string> {
  const { token } = await trx
    .insertInto('article_links')
    .values({ article_id: link.articleId, kind: link.kind, token: link.token, created_by: link.createdBy })
    // An update that changes nothing, so that the row is returned.
    .onConflict((conflict) => conflict.columns(['article_id', 'kind']).doUpdateSet({ kind: link.kind }))
    .returning('token')
    .executeTakeFirstOrThrow()
  return token
}

/**
 * The old URL stops working, and the use count starts again; the options of the link stay. An expiry date in the past
 * is removed, because the new URL would not work either.
 */
export async function renewLink(trx: Trx, link: NewLink): Promise<void> {
  const renewed = {
    token: link.token,
    created_by: link.createdBy,
    created_at: sql<Date>`now()`,
    last_used_at: null,
    uses: 0,
    expires_at: sql<Date | null>`case when article_links.expires_at > now() then article_links.expires_at end`,
  }
  await trx
    .insertInto('article_links')
    .values({ article_id: link.articleId, kind: link.kind, token: link.token, created_by: link.createdBy })
    .onConflict((conflict) => conflict.columns(['article_id', 'kind']).doUpdateSet(renewed))
    .execute()
}

type LinkChange = {
  readonly expires_at?: Date | null
  readonly password_hash?: string | null
  readonly password_changed_at?: Date | null
  readonly is_with_sub_articles?: boolean
}

export async function updatePublicLink(trx: Trx, articleId: string, change: LinkChange): Promise<void> {
  await trx
    .updateTable('article_links')
    .set(change)
    .where('article_id', '=', articleId)
    .where('kind', '=', 'public')
    .execute()
}

export async function deletePublicLink(trx: Trx, articleId: string): Promise<void> {
  await trx.deleteFrom('article_links').where('article_id', '=', articleId).where('kind', '=', 'public').execute()
}

/** Adds the number of opens since the last write. A renewed link counts as another link. */
export async function addUses(db: Db, token: string, uses: number, lastUsedAt: Date): Promise<void> {
  await sql`
    update article_links set uses = uses + ${uses}, last_used_at = greatest(last_used_at, ${lastUsedAt}::timestamptz)
    where token = ${token}
  `.execute(db)
}
