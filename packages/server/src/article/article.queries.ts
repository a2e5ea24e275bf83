/** Reads one article or draft. A published article is read in one statement, so nobody sees half of a publish. */
import type { Db } from '../platform/database/db.ts'
import { prepareStatement } from '../platform/database/prepared.ts'
import type { Actor, Member } from '../access/index.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { ArticleCover } from '@knowreel/shared/article/cover.rules.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { PersonRow } from '../person/index.ts'
import { sharingColumn, type SharingRow } from '../share/index.ts'
import { accessRank, accessRankOf, memberIdentity, type AccessRank, type MemberIdentity } from '../workspace/index.ts'
import {
  authorColumn,
  draftColumn,
  idColumn,
  workspaceAccessColumn,
  summaryColumns,
  tabsColumn,
  updatedByColumn,
  versionsCountColumn,
  type DraftReferenceRow,
  type WorkspaceAccessRow,
  type SummaryRow,
  type TabRow,
} from './article-columns.ts'
import type { ArticlesTable } from './article.tables.ts'

export type ArticleRow = SummaryRow & {
  workspace_id: string | null
  cover: ArticleCover | null
  pinned_tab_id: string | null
  parent_article_id: string | null
  hash: string | null
  paragraphs: ParagraphTree
  accept_session_id: string | null
  updated_by: PersonRow | null
  tabs: TabRow[]
  draft: DraftReferenceRow | null
  versions_count: number | null
  /** Null where nobody may see it, as for drafts. */
  sharing: SharingRow | null
}

type GuestValues = { anyId: string }
type MemberValues = MemberIdentity & GuestValues
type IdColumn = NonNullable<ReturnType<typeof idColumn>>

type PublishedQuery = {
  readonly column: IdColumn
  readonly anyId: RawBuilder<string>
  readonly rank: RawBuilder<AccessRank>
  readonly sharing: RawBuilder<SharingRow | null>
}

const contentColumns = [
  'a.workspace_id',
  'a.cover',
  'a.pinned_tab_id',
  'a.parent_article_id',
  'a.hash',
  'a.paragraphs',
  'a.accept_session_id',
] as const
const relatedColumns = [authorColumn.as('author'), updatedByColumn.as('updated_by'), tabsColumn.as('tabs')] as const

const selectPublished = (db: Db, { column, anyId, rank, sharing }: PublishedQuery) =>
  db
    .selectFrom('articles as a')
    .where(sql.ref(column), '=', anyId)
    .where('a.published_at', 'is not', null)
    .where('a.deleted_at', 'is', null)
    .select(summaryColumns)
    .select(contentColumns)
    .select(relatedColumns)
    .select([workspaceAccessColumn(rank, 'a.workspace_id').as('workspace'), draftColumn.as('draft')])
    .select([sql<null>`null`.as('original'), sharing.as('sharing'), versionsCountColumn.as('versions_count')])

const prepareForMembers = (column: IdColumn) =>
  prepareStatement<MemberValues, ArticleRow>((db, value) => {
    const rank = accessRankOf({
      userId: sql`${value('userId')}::uuid`,
      companyId: sql`${value('companyId')}::uuid`,
      isCompanyAdmin: sql`${value('isCompanyAdmin')}::boolean`,
      workspaceIds: sql`${value('workspaceIds')}::uuid[]`,
    })
    return selectPublished(db, { column, anyId: value('anyId'), rank, sharing: sharingColumn })
  })

const prepareForGuests = (column: IdColumn) =>
  prepareStatement<GuestValues, ArticleRow>((db, value) =>
    selectPublished(db, { column, anyId: value('anyId'), rank: accessRank(null), sharing: sql`null` }),
  )

// Prepared, because it is read more often than everything else together.
const publishedForMembers = { 'a.id': prepareForMembers('a.id'), 'a.short_id': prepareForMembers('a.short_id') }
const publishedForGuests = { 'a.id': prepareForGuests('a.id'), 'a.short_id': prepareForGuests('a.short_id') }

/** A published article by uuid or short id; its `workspace` shows whether the actor may see it. */
export async function findPublishedRow(db: Db, actor: Actor | null, anyId: string): Promise<ArticleRow | null> {
  const column = idColumn(anyId)
  if (column === null) return null
  const member = memberIdentity(actor)
  const [row] = await (member === null
    ? publishedForGuests[column](db, { anyId })
    : publishedForMembers[column](db, { ...member, anyId }))
  return row ?? null
}

export type DraftRow = ArticleRow & {
  original: { id: string; shortId: string } | null
  original_author_id: string | null
  /** For a draft, the access to its original, which decides who may open the draft. */
  access: WorkspaceAccessRow | null
}

/** A draft of either kind. Its tabs carry the text of their last write, not that of the live documents. */
export async function findDraftRow(db: Db, actor: Actor, id: string): Promise<DraftRow | null> {
  if (actor.company === null) return null
  const row = await db
    .selectFrom('articles as a')
    .leftJoin('articles as o', 'o.id', 'a.original_id')
    .where('a.id', '=', id)
    .where('a.company_id', '=', actor.company.id)
    .where('a.published_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .select(summaryColumns)
    .select(contentColumns)
    .select(relatedColumns)
    .select([
      workspaceAccessColumn(accessRank(actor), 'a.workspace_id').as('workspace'),
      workspaceAccessColumn(accessRank(actor), 'coalesce(o.workspace_id, a.workspace_id)').as('access'),
      sql<null>`null`.as('draft'),
      sql<null>`null`.as('versions_count'),
      originalColumn.as('original'),
      sql<null>`null`.as('sharing'),
    ])
    .select('o.author_id as original_author_id')
    .executeTakeFirst()
  return row ?? null
}

export const originalColumn = sql<{ id: string; shortId: string } | null>`case
  when o.id is not null then json_build_object('id', o.id, 'shortId', o.short_id)
end`

export type SubjectRow = {
  id: string
  shortId: string
  companyId: string
  authorId: string | null
  workspaceId: string | null
  originalId: string | null
  originalShortId: string | null
  originalAuthorId: string | null
  isOriginalGone: boolean
  isPublished: boolean
  isDeleted: boolean
  access: WorkspaceAccessRow | null
}

/** The data on which access to articles and drafts is decided, including deleted ones. */
export const selectSubjects = (db: Db, actor: Actor | null) =>
  db
    .selectFrom('articles as a')
    .leftJoin('articles as o', 'o.id', 'a.original_id')
    .select(['a.id', 'a.short_id as shortId', 'a.company_id as companyId', 'a.author_id as authorId'])
    .select(['a.workspace_id as workspaceId', 'a.original_id as originalId', 'o.short_id as originalShortId'])
    .select('o.author_id as originalAuthorId')
    .select([
      sql<boolean>`coalesce(o.deleted_at is not null, false)`.as('isOriginalGone'),
      sql<boolean>`a.published_at is not null`.as('isPublished'),
      sql<boolean>`a.deleted_at is not null`.as('isDeleted'),
      workspaceAccessColumn(accessRank(actor), 'coalesce(o.workspace_id, a.workspace_id)').as('access'),
    ])

export async function findSubjectRows(db: Db, actor: Actor | null, anyIds: readonly string[]): Promise<SubjectRow[]> {
  const known = anyIds.map((id) => [id, idColumn(id)] as const)
  const ids = known.flatMap(([id, column]) => (column === 'a.id' ? [id] : []))
  const shortIds = known.flatMap(([id, column]) => (column === 'a.short_id' ? [id] : []))
  if (ids.length + shortIds.length === 0) return []
  return selectSubjects(db, actor)
    .where(sql<boolean>`(a.id = any(${ids}::uuid[]) or a.short_id = any(${shortIds}::text[]))`)
    .execute()
}

/**
 * The articles and drafts of a company that play one of these recordings, with the ids of those they play. It reads all
 * play maps of the company, so it is only for recordings that come from elsewhere.
 */
export async function listPlayingArticles(
  db: Db,
  companyId: string,
  videoIds: readonly string[],
): Promise<{ id: string; videoIds: string[] }[]> {
  if (videoIds.length === 0) return []
  const { rows } = await sql<{ id: string; videoIds: string[] }>`
    select a.id, array_agg(distinct played.id) as "videoIds" from articles a
    cross join lateral (
      select jsonb_path_query(a.paragraphs, 'strict $.**.videoId') #>> '{}' as id
    ) played
    where a.company_id = ${companyId}::uuid and a.deleted_at is null and a.duration > 0
      and played.id = any(${videoIds}::text[])
    group by a.id`.execute(db)
  return rows
}

/** The draft of a published article, or null. */
export async function findDraftId(db: Db, originalId: string): Promise<string | null> {
  const row = await db
    .selectFrom('articles')
    .where('original_id', '=', originalId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The row that this client's first attempt created in this company, in whatever state it is now. */
export async function findIdByClientId(db: Db, actor: Member, clientId: string): Promise<string | null> {
  const row = await db
    .selectFrom('articles')
    .where('company_id', '=', actor.company.id)
    .where('author_id', '=', actor.userId)
    .where('client_id', '=', clientId)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Any row, also a deleted one. */
export async function findArticleRow(db: Db, id: string): Promise<Selectable<ArticlesTable> | null> {
  return (await db.selectFrom('articles').where('id', '=', id).selectAll().executeTakeFirst()) ?? null
}

/**
 * This parent if an article of the workspace may be under it, else null: it may have been moved, archived or deleted
 * since it was chosen.
 */
export async function findPossibleParent(db: Db, workspaceId: string, id: string | null): Promise<string | null> {
  if (id === null) return null
  const row = await db
    .selectFrom('articles')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('published_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('is_archived', '=', false)
    .where('duration', '=', 0)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Null for a draft that was never published. */
export async function findOriginalId(db: Db, draftId: string): Promise<string | null> {
  const row = await db.selectFrom('articles').where('id', '=', draftId).select('original_id').executeTakeFirst()
  return row?.original_id ?? null
}

/** The workspaces of these articles, without duplicates. */
export async function listWorkspaceIds(db: Db, articleIds: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('articles').where('id', 'in', articleIds).select('workspace_id').distinct().execute()
  return rows.flatMap(({ workspace_id: id }) => (id === null ? [] : [id]))
}

export async function listArchivedIds(db: Db, workspaceId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('articles')
    .where('workspace_id', '=', workspaceId)
    .where('published_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('is_archived', '=', true)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
