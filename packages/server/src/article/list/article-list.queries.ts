/** Lists of articles, each in one statement. */
import type { ArticleSummary, ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { articleCalls, draftTypes } from '@knowreel/shared/article/article.calls.ts'
import { articlesPerPage, draftsPerPage } from '@knowreel/shared/article/article.rules.ts'
import type { OrderArticle } from '@knowreel/shared/workspace/reconcile-order.rules.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type * as z from 'zod'
import type { Actor, Member } from '../../access/index.ts'
import { capRows, cappedLimit } from '../../platform/database/capped-rows.ts'
import type { Db, Tables } from '../../platform/database/db.ts'
import { isSharedByName } from '../../share/index.ts'
import {
  accessRank,
  hasRank,
  isInKeyWorkspaces,
  keyWorkspaces,
  memberColumns,
  memberIdentity,
  ranks,
  type WorkspaceTree,
} from '../../workspace/index.ts'
import { authorColumn, workspaceAccessColumn, summaryColumns, type SummaryRow } from '../article-columns.ts'
import type { ArticleParentCache } from '../read/article-parent-cache.ts'
import { toSummary, type ArticleView } from '../read/article-view.ts'
import { originalColumn } from '../article.queries.ts'

/**
 * Published articles of a workspace, including archived ones, for the sidebar's tree, with their order and their
 * revision. As text: reading and writing each value of thousands of rows takes longer than everything else.
 */
export async function readTree(db: Db, workspaceId: string): Promise<WorkspaceTree> {
  const entries = selectEntries(publishedIn(db, sql.ref('w.id')))
  return db
    .selectFrom('workspaces as w')
    .leftJoin('workspace_trees as t', 't.workspace_id', 'w.id')
    .where('w.id', '=', workspaceId)
    .where('w.deleted_at', 'is', null)
    .select(['w.order_revision as orderRevision', sql<number>`coalesce(t.revision, 0)`.as('revision')])
    .select(sql<string>`w.article_order::text`.as('order'))
    .select(sql<string>`coalesce((select json_agg(entry) from (${entries}) entry)::text, '[]')`.as('articles'))
    .executeTakeFirstOrThrow(() => new AppError('workspace_not_found'))
}

const selectEntries = (query: ReturnType<typeof publishedIn>) =>
  query
    .select(['a.id', 'a.short_id as shortId', 'a.slug', 'a.title', 'a.icon'])
    .select(['a.duration', 'a.is_archived as isArchived'])
    .select(['a.has_text as isHasText', 'a.is_first_tab_filled as isFirstTabFilled'])
    .select(updatedAtColumn.as('updatedAt'))

/** In wire format. */
const updatedAtColumn = sql<string>`to_char(a.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The fields that the order rules use. */
export async function listOrderArticles(
  db: Db,
  workspaceId: string,
): Promise<(OrderArticle & { readonly shortId: string })[]> {
  return publishedIn(db, workspaceId)
    .select(['a.id', 'a.short_id as shortId', 'a.is_archived as isArchived', sql<boolean>`a.duration = 0`.as('isText')])
    .execute()
}

const publishedIn = (db: Db, workspaceId: string | ReturnType<typeof sql.ref>) =>
  db
    .selectFrom('articles as a')
    .where(sql<boolean>`a.workspace_id = ${workspaceId}`)
    .where('a.published_at', 'is not', null)
    .where('a.deleted_at', 'is', null)

type ListView = ArticleView & { readonly parents: ArticleParentCache }

/** Summaries of the articles of a workspace that the actor sees, newest first. */
export async function listWorkspaceArticles(
  db: Db,
  workspaceId: string,
  view: ListView,
): Promise<{ articles: ArticleSummary[]; isTruncated: boolean }> {
  const found = await listPublished(db, view.actor, (query) =>
    query.where('a.workspace_id', '=', workspaceId).limit(cappedLimit),
  )
  const { rows, isTruncated } = capRows(found)
  return { articles: await withParents(rows, view), isTruncated }
}

/**
 * Articles shared with the actor by name and not visible otherwise, of their company or of one workspace; newest first.
 */
export async function listSharedArticles(
  db: Db,
  workspaceId: string | null,
  view: ArticleView,
): Promise<{ articles: ArticleSummary[]; isTruncated: boolean }> {
  const condition = isSharedOnly(view.actor)
  if (condition === null) return { articles: [], isTruncated: false }
  const found = await listPublished(db, view.actor, (query) =>
    query
      .$if(workspaceId !== null, (all) => all.where('a.workspace_id', '=', workspaceId))
      .where(
        sql<boolean>`exists (
          select from workspaces w where w.id = a.workspace_id and w.deleted_at is null and ${condition}
        )`,
      )
      .limit(cappedLimit),
  )
  const { rows, isTruncated } = capRows(found)
  // The reader has no access to the surrounding articles.
  return { articles: rows.map((row) => toSummary(row, null, view)), isTruncated }
}

/** A workspace with something shared with the actor by name that they do not see otherwise. */
export async function findSharedWorkspace(
  db: Db,
  actor: Actor,
  anyId: string,
): Promise<{ id: string; visibility: WorkspaceVisibility } | null> {
  const condition = isSharedOnly(actor)
  const column = isUuid(anyId) ? 'w.id' : isShortId(anyId) ? 'w.short_id' : null
  if (condition === null || column === null) return null
  const row = await db
    .selectFrom('articles as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .where(column, '=', anyId)
    .where(condition)
    .select(['w.id', 'w.visibility'])
    .executeTakeFirst()
  return row ?? null
}

function isSharedOnly(actor: Actor | null): RawBuilder<boolean> | null {
  const member = memberIdentity(actor)
  if (member === null) return null
  return sql<boolean>`(${isSharedByName(memberColumns(member))} and ${accessRank(actor)} < ${ranks.viewer})`
}

/** Those of these articles that readers see. */
export const listVisibleEntries = (db: Db, articleIds: readonly string[]): Promise<ArticleTreeEntry[]> =>
  selectEntries(
    db
      .selectFrom('articles as a')
      .where(sql<boolean>`a.id = any(${articleIds}::uuid[])`)
      .where('a.published_at', 'is not', null)
      .where('a.deleted_at', 'is', null)
      .where('a.is_archived', '=', false),
  ).execute()

type ListOptions = z.output<(typeof articleCalls.list)['query']>

/**
 * Published articles of the company that the member may see, newest first. A page far behind costs little: what precedes
 * it is skipped in an index, beside the ids of the visible workspaces.
 */
export async function listArticles(
  db: Db,
  view: ListView & { actor: Member },
  { page, downloadable, title = '' }: ListOptions,
): Promise<ArticleSummary[]> {
  const { actor } = view
  const rows = await listPublished(db, actor, (query) =>
    query
      .where('a.company_id', '=', actor.company.id)
      .where(isInListedWorkspace(actor, actor.company.id))
      .$if(title !== '', (all) => all.where(sql<boolean>`position(lower(${title}) in lower(a.title)) > 0`))
      // As `mayDownloadRecording`.
      .$if(downloadable, (all) =>
        all
          .where('a.duration', '>', 0)
          .where((is) =>
            is.or([is('a.author_id', '=', actor.userId), isInWorkspaces(actor.company.id, hasRank(actor, 'admin'))]),
          ),
      )
      .limit(articlesPerPage)
      .offset((page - 1) * articlesPerPage),
  )
  return withParents(rows, view)
}

/** Whether the article is in one of the workspaces of the company that fulfil the condition, which are found once. */
const isInWorkspaces = (companyId: string, condition: RawBuilder<boolean>) =>
  sql<boolean>`a.workspace_id = any(array(${selectWorkspaceIds(companyId, condition)}))`

/** Whether the article is in a workspace of the company that the actor sees in lists: archived ones as an editor. */
export const isInListedWorkspace = (actor: Actor | null, companyId: string) =>
  isInWorkspaces(
    companyId,
    sql<boolean>`${hasRank(actor, 'viewer')} and (not w.is_archived or ${hasRank(actor, 'editor')})`,
  )

const selectWorkspaceIds = (companyId: string, condition: RawBuilder<boolean>) =>
  sql`select w.id from workspaces w where w.company_id = ${companyId} and w.deleted_at is null and ${condition}`

/** Those of these published articles that the member may see in a workspace, with their recording and first text. */
export const listPreviewedArticles = (db: Db, member: Member, anyIds: readonly string[]) =>
  db
    .selectFrom('articles as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .where(
      sql<boolean>`(
        a.id = any(${anyIds.filter(isUuid)}::uuid[]) or a.short_id = any(${anyIds.filter(isShortId)}::text[])
      )`,
    )
    .where('a.company_id', '=', member.company.id)
    .where('a.published_at', 'is not', null)
    .where('a.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null)
    .where(accessRank(member), '>=', requiredRank)
    .select(['a.id', 'a.short_id as shortId', 'a.title', 'a.duration'])
    .select(['w.title as workspaceTitle', 'w.visibility'])
    .select([sql<ParagraphTree | null>`case when a.duration > 0 then a.paragraphs end`.as('paragraphs')])
    .select(
      sql<string | null>`(
        select left(t.plain_text, 400) from text_tabs t
        where t.article_id = a.id and t.plain_text ~ '\\S' order by t.position limit 1
      )`.as('text'),
    )
    .execute()

/** An archived workspace is visible to its editors. */
const requiredRank = sql<number>`case when w.is_archived then ${ranks.editor}::int else ${ranks.viewer} end`

type PageQuery = SelectQueryBuilder<Tables & { a: Tables['articles'] }, 'a', { id: string }>

/** The ids of the page are found first, so that the rest is read for those alone. */
const listPublished = (db: Db, actor: Actor | null, pick: (query: PageQuery) => PageQuery): Promise<SummaryRow[]> =>
  db
    .with('page', (cte) =>
      pick(
        cte
          .selectFrom('articles as a')
          .where('a.published_at', 'is not', null)
          .where('a.deleted_at', 'is', null)
          .select('a.id')
          .orderBy('a.published_at', 'desc')
          .orderBy('a.id', 'desc'),
      ),
    )
    .selectFrom('page')
    .innerJoin('articles as a', 'a.id', 'page.id')
    .select(summaryColumns)
    .select([authorColumn.as('author'), sql<null>`null`.as('original')])
    .select(workspaceAccessColumn(accessRank(actor), 'a.workspace_id').as('workspace'))
    .orderBy('a.published_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()

async function withParents(rows: readonly SummaryRow[], { parents, ...view }: ListView): Promise<ArticleSummary[]> {
  const findParent = await parents.load(rows.flatMap(({ workspace }) => workspace ?? []))
  return rows.map((row) => toSummary(row, row.workspace && findParent(row.id, row.workspace.id), view))
}

/** The database, or the beginning of a common table expression. */
type Selecting = Pick<Db, 'selectFrom'>

/**
 * Drafts that the member created or saved last. A draft without changes to its original does not count. Must match
 * `mayOpenDraft`.
 */
const draftsOf = (db: Selecting, member: Member) =>
  db
    .selectFrom('articles as a')
    .leftJoin('articles as o', 'o.id', 'a.original_id')
    .where('a.company_id', '=', member.company.id)
    .where('a.published_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('a.author_id', '=', member.userId), eb('a.updated_by_id', '=', member.userId)]))
    .where((eb) =>
      eb.or([
        eb('a.original_id', 'is', null),
        sql<boolean>`o.deleted_at is null and (a.is_not_uploaded_video or (a.hash = o.hash) is not true)`,
      ]),
    )
    .where((eb) =>
      eb.or([
        sql<boolean>`a.original_id is null and a.author_id = ${member.userId}`,
        sql<boolean>`coalesce(o.workspace_id, a.workspace_id) in (${selectWorkspaceIds(member.company.id, hasRank(member, 'editor'))})`,
      ]),
    )
    .$if(keyWorkspaces(member) !== null, (all) =>
      all.where(
        sql<boolean>`coalesce(o.workspace_id, a.workspace_id) in (
          ${selectWorkspaceIds(member.company.id, isInKeyWorkspaces(keyWorkspaces(member), sql`w.id`))}
        )`,
      ),
    )

export type DraftType = z.infer<typeof draftTypes>

/** With a recording, or with one being uploaded. */
const isVideo = sql<boolean>`(a.duration > 0 or a.is_not_uploaded_video)`

/** A text article without any text counts as notes. */
const typeConditions: Record<DraftType, ReturnType<typeof sql<boolean>>> = {
  video: sql<boolean>`${isVideo} and not a.has_text`,
  notes: sql<boolean>`not ${isVideo}`,
  both: sql<boolean>`${isVideo} and a.has_text`,
}

const draftsOfType = (db: Selecting, member: Member, type: DraftType | undefined) => {
  const all = draftsOf(db, member)
  return type === undefined ? all : all.where(typeConditions[type])
}

/** A subquery: the ids of the drafts that `/draft/` lists. */
export const selectDraftIds = (db: Db, member: Member) => draftsOfType(db, member, undefined).select('a.id')

/** One page, newest first, with the total count. */
export async function listDrafts(
  db: Db,
  view: ArticleView & { actor: Member },
  { page, type }: { page: number; type?: DraftType | undefined },
): Promise<{ articles: ArticleSummary[]; count: number }> {
  const rows = await db
    .with('page', (cte) =>
      draftsOfType(cte, view.actor, type)
        .select(['a.id', sql<number>`(count(*) over ())::int`.as('count')])
        .orderBy('a.updated_at', 'desc')
        .orderBy('a.id', 'desc')
        .limit(draftsPerPage)
        .offset((page - 1) * draftsPerPage),
    )
    .selectFrom('page')
    .innerJoin('articles as a', 'a.id', 'page.id')
    .leftJoin('articles as o', 'o.id', 'a.original_id')
    .select(summaryColumns)
    .select(['a.parent_article_id', 'page.count'])
    .select([authorColumn.as('author'), originalColumn.as('original')])
    .select(workspaceAccessColumn(accessRank(view.actor), 'a.workspace_id').as('workspace'))
    .orderBy('a.updated_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
  return {
    articles: rows.map((row) => toSummary(row, row.parent_article_id, view)),
    // A page behind the last one has no row to carry the count.
    count: rows[0]?.count ?? (page === 1 ? 0 : await countDrafts(db, view.actor, type)),
  }
}

export async function countDrafts(db: Db, member: Member, type?: DraftType): Promise<number> {
  const { count } = await draftsOfType(db, member, type)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
