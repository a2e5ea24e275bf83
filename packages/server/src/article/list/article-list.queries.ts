/** Lists of articles, each in one statement. */
import type { ArticleSummary, ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { articleCalls, draftTypes } from '@knowreel/shared/article/article.calls.ts'
import { articlesPerPage, draftsPerPage } from '@knowreel/shared/article/article.rules.ts'
import type { OrderArticle } from '@knowreel/shared/workspace/reconcile-order.rules.ts'
import { parentsOf } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
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
  isInKeyWorkspaces,
  keyWorkspaces,
  memberColumns,
  memberIdentity,
  ranks,
} from '../../workspace/index.ts'
import {
  authorColumn,
  firstTabHasTextColumn,
  hasTextColumn,
  workspaceAccessColumn,
  summaryColumns,
} from '../article-columns.ts'
import { toSummary, type ArticleView } from '../read/article-view.ts'
import { originalColumn } from '../article.queries.ts'

/** Published articles of a workspace, including archived ones, for the sidebar's tree. */
export const listTreeEntries = (db: Db, workspaceId: string): Promise<ArticleTreeEntry[]> =>
  selectEntries(publishedIn(db, workspaceId)).execute()

const selectEntries = (query: ReturnType<typeof publishedIn>) =>
  query
    .select(['a.id', 'a.short_id as shortId', 'a.slug', 'a.title', 'a.duration', 'a.is_archived as isArchived'])
    .select([updatedAtColumn.as('updatedAt'), hasTextColumn.as('isHasText')])
    .select(firstTabHasTextColumn.as('isFirstTabFilled'))

/** In wire format: converting thousands of values to dates and back takes longer than everything else. */
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

/** Those that are not archived. */
export async function countArticles(db: Db, workspaceId: string): Promise<number> {
  const { count } = await publishedIn(db, workspaceId)
    .where('a.is_archived', '=', false)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const publishedIn = (db: Db, workspaceId: string) =>
  db
    .selectFrom('articles as a')
    .where('a.workspace_id', '=', workspaceId)
    .where('a.published_at', 'is not', null)
    .where('a.deleted_at', 'is', null)

/** Summaries of the workspace's articles that the actor may see, newest first. */
export async function listWorkspaceArticles(
  db: Db,
  workspaceId: string,
  view: ArticleView,
): Promise<{ articles: ArticleSummary[]; isTruncated: boolean }> {
  const found = await listPublished(db, view, (query) =>
    query.where('a.workspace_id', '=', workspaceId).limit(cappedLimit),
  )
  const { rows: articles, isTruncated } = capRows(found)
  return { articles, isTruncated }
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
  const found = await listPublished(db, view, (query) =>
    query
      .$if(workspaceId !== null, (all) => all.where('a.workspace_id', '=', workspaceId))
      .where(condition)
      .limit(cappedLimit),
  )
  const { rows: articles, isTruncated } = capRows(found)
  // The reader has no access to the surrounding articles.
  return { articles: articles.map((article) => ({ ...article, parentArticle: null })), isTruncated }
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

/** Published articles of the company that the member may see, newest first. */
export const listArticles = (
  db: Db,
  view: ArticleView & { actor: Member },
  { page, downloadable, title = '' }: ListOptions,
): Promise<ArticleSummary[]> =>
  listPublished(db, view, (query) =>
    query
      .where('a.company_id', '=', view.actor.company.id)
      .where(accessRank(view.actor), '>=', requiredRank)
      .$if(title !== '', (all) => all.where(sql<boolean>`position(lower(${title}) in lower(a.title)) > 0`))
      // As `mayDownloadRecording`.
      .$if(downloadable, (all) =>
        all
          .where('a.duration', '>', 0)
          .where((is) =>
            is.or([is('a.author_id', '=', view.actor.userId), is(accessRank(view.actor), '>=', ranks.admin)]),
          ),
      )
      .limit(articlesPerPage)
      .offset((page - 1) * articlesPerPage),
  )

/** Those of these published articles that the member may see in a workspace, with their recording and first text. */
export const listPreviewedArticles = (db: Db, member: Member, ids: readonly string[]) =>
  db
    .selectFrom('articles as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .where(sql<boolean>`a.id = any(${ids}::uuid[])`)
    .where('a.company_id', '=', member.company.id)
    .where('a.published_at', 'is not', null)
    .where('a.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null)
    .where(accessRank(member), '>=', requiredRank)
    .select(['a.id', sql<ParagraphTree | null>`case when a.duration > 0 then a.paragraphs end`.as('paragraphs')])
    .select(
      sql<string | null>`(
        select left(t.plain_text, 400) from text_tabs t
        where t.article_id = a.id and t.plain_text ~ '\\S' order by t.position limit 1
      )`.as('text'),
    )
    .execute()

/** An archived workspace is visible to its editors. */
const requiredRank = sql<number>`case when w.is_archived then ${ranks.editor}::int else ${ranks.viewer} end`

type TableAliases = { a: Tables['articles']; w: Tables['workspaces'] }
type PageQuery = SelectQueryBuilder<Tables & TableAliases, 'a' | 'w', { id: string }>

async function listPublished(
  db: Db,
  view: ArticleView,
  pick: (query: PageQuery) => PageQuery,
): Promise<ArticleSummary[]> {
  const rows = await db
    .with('page', (cte) =>
      pick(
        cte
          .selectFrom('articles as a')
          .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
          .where('w.deleted_at', 'is', null)
          .where('a.published_at', 'is not', null)
          .where('a.deleted_at', 'is', null)
          .select('a.id')
          .orderBy('a.published_at', 'desc')
          .orderBy('a.id', 'desc'),
      ),
    )
    .selectFrom('page')
    .innerJoin('articles as a', 'a.id', 'page.id')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .select(summaryColumns)
    .select([authorColumn.as('author'), hasTextColumn.as('has_text'), sql<null>`null`.as('original')])
    .select([workspaceAccessColumn(accessRank(view.actor), 'a.workspace_id').as('workspace'), orderColumn.as('order')])
    .orderBy('a.published_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
  const parents = new Map(rows.flatMap(({ order }) => (order === null ? [] : [...parentsOf(order)])))
  return rows.map((row) => toSummary(row, parents.get(row.id) ?? null, view))
}

/** The order of each workspace once, because it may be large. */
const orderColumn = sql<OrderEntry[] | null>`case
  when row_number() over (partition by a.workspace_id) = 1 then w.article_order
end`

/** Drafts that the member created or saved last. A draft without changes to its original does not count. */
const draftsOf = (db: Db, { userId, company }: Member) =>
  db
    .selectFrom('articles as a')
    .leftJoin('articles as o', 'o.id', 'a.original_id')
    .leftJoin('workspaces as w', (join) =>
      join.on(sql<boolean>`w.id = coalesce(o.workspace_id, a.workspace_id) and w.deleted_at is null`),
    )
    .where('a.company_id', '=', company.id)
    .where('a.published_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('a.author_id', '=', userId), eb('a.updated_by_id', '=', userId)]))
    .where((eb) =>
      eb.or([
        eb('a.original_id', 'is', null),
        sql<boolean>`o.deleted_at is null and (a.is_not_uploaded_video or (a.hash = o.hash) is not true)`,
      ]),
    )

/** Must match `mayOpenDraft`. */
const isOpenTo = (member: Member) => sql<boolean>`(
  (a.original_id is null and a.author_id = ${member.userId}) or coalesce(${accessRank(member)}, 0) >= ${ranks.editor}
) and ${isInKeyWorkspaces(keyWorkspaces(member), sql`w.id`)}`

export type DraftType = z.infer<typeof draftTypes>

/** With a recording, or with one being uploaded. */
const isVideo = sql<boolean>`(a.duration > 0 or a.is_not_uploaded_video)`

/** A text article without any text counts as notes. */
const typeConditions: Record<DraftType, ReturnType<typeof sql<boolean>>> = {
  video: sql<boolean>`${isVideo} and not ${hasTextColumn}`,
  notes: sql<boolean>`not ${isVideo}`,
  both: sql<boolean>`${isVideo} and ${hasTextColumn}`,
}

const draftsOfType = (db: Db, member: Member, type: DraftType | undefined) => {
  const all = draftsOf(db, member).where(isOpenTo(member))
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
  const rows = await draftsOfType(db, view.actor, type)
    .select(summaryColumns)
    .select(['a.parent_article_id', sql<number>`(count(*) over ())::int`.as('count')])
    .select([authorColumn.as('author'), hasTextColumn.as('has_text'), originalColumn.as('original')])
    .select(workspaceAccessColumn(accessRank(view.actor), 'a.workspace_id').as('workspace'))
    .orderBy('a.updated_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(draftsPerPage)
    .offset((page - 1) * draftsPerPage)
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
