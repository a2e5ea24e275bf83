/** Writes articles, drafts, tabs and versions. */
import { listArticleLinks } from '@knowreel/shared/article/article-link.ts'
import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import { isEmptyNote } from '@knowreel/shared/note/note-document.ts'
import { articleDuration } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { sql, type Selectable } from 'kysely'
import { readNotesOfArticle, seedNote, touchNotes } from '../note/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { slugFrom } from '../platform/slug/slug.ts'
import { paragraphsMapHash } from '../video/index.ts'
import { tabsColumn } from './article-columns.ts'
import {
  contentHash,
  rowHash,
  toPersisted,
  toTab,
  type ArticleContent,
  type TabContent,
  listChanges,
} from './article-content.ts'
import type { ArticlesTable } from './article.tables.ts'

export type LockedArticle = Selectable<ArticlesTable>

/** A draft of either kind that is neither published nor deleted. */
export const isOpenDraft = (row: LockedArticle): boolean => row.published_at === null && row.deleted_at === null

/**
 * Locks the rows until the transaction ends, deleted ones too. The lock leaves the key free, so that rows which refer
 * to the article (its draft, tabs, notes) can be written concurrently. Lock order: workspaces, then articles, then
 * drafts, each in the order of their ids.
 */
export async function lockArticleRows(trx: Trx, ids: readonly string[]): Promise<Map<string, LockedArticle>> {
  const rows = await trx
    .selectFrom('articles')
    .where('id', 'in', ids)
    .selectAll()
    .orderBy(sql`original_id is not null`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks articles and then their drafts; an update of many rows would lock them in any order. */
async function lockRowsWithDrafts(trx: Trx, ids: readonly string[]): Promise<void> {
  for (const column of ['id', 'original_id'] as const) {
    await trx
      .selectFrom('articles')
      .where(sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`)
      .where('deleted_at', 'is', null)
      .select('id')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  }
}

/** The content of a row; for a draft, with the text of its live documents in the database. */
export async function loadContent(db: Db, row: LockedArticle): Promise<ArticleContent> {
  const isDraft = row.published_at === null
  const tabs = await db
    .selectFrom('text_tabs')
    .where('article_id', '=', row.id)
    .select(['id', 'title', 'slug', 'content', 'html', 'plain_text'])
    .orderBy('position')
    .execute()
  const notes = isDraft ? await readNotesOfArticle(db, row.id) : new Map<string, never>()
  return {
    title: row.title,
    icon: row.icon,
    cover: row.cover,
    tags: row.tags,
    workspaceId: row.workspace_id,
    parentArticleId: row.parent_article_id,
    pinnedTabId: row.pinned_tab_id,
    paragraphs: row.paragraphs,
    tabs: tabs.map(({ id, title, slug, content, html, plain_text }) => {
      const note = notes.get(id)
      return note === undefined
        ? { id, title, slug, note: content, html, plainText: plain_text }
        : toTab({ id, title, slug, note })
    }),
  }
}

export type NewArticle = {
  /** Generated if omitted. */
  readonly id?: string
  readonly companyId: string
  readonly authorId: string
  readonly originalId?: string
  readonly clientId?: string | null
  readonly content: ArticleContent
  readonly sessionStart?: ArticleContent
  readonly upload?: RowChange | null
  readonly isPublished?: boolean
}

/** Inserts an article with its tabs, and the live documents of a draft; null if this client has already inserted it. */
export async function insertArticle(trx: Trx, article: NewArticle): Promise<string | null> {
  const { content, isPublished = false } = article
  const id = await insertRow(trx, article)
  if (id === null) return null
  await saveTabs(trx, id, content.tabs)
  if (!isPublished) await seedNotes(trx, id, content.tabs)
  return id
}

async function insertRow(trx: Trx, draft: NewArticle): Promise<string | null> {
  const row = await trx
    .insertInto('articles')
    .values({
      id: draft.id ?? newId(),
      short_id: newShortId(),
      company_id: draft.companyId,
      original_id: draft.originalId ?? null,
      client_id: draft.clientId ?? null,
      author_id: draft.authorId,
      updated_by_id: draft.authorId,
      session_start: draft.sessionStart ? JSON.stringify(toPersisted(draft.sessionStart)) : null,
      session_started_at: draft.sessionStart ? new Date() : null,
      editors_seen_at: new Date(),
      published_at: draft.isPublished ? new Date() : null,
      ...contentColumns(draft.content),
      ...draft.upload,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'author_id', 'client_id']).where('client_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const contentColumns = (content: ArticleContent) => ({
  title: content.title,
  icon: content.icon,
  cover: content.cover && JSON.stringify(content.cover),
  slug: slugFrom(content.title),
  tags: [...content.tags],
  workspace_id: content.workspaceId,
  parent_article_id: content.parentArticleId,
  pinned_tab_id: content.pinnedTabId,
  paragraphs: JSON.stringify(content.paragraphs),
  duration: articleDuration(content.paragraphs),
  map_hash: paragraphsMapHash(content.paragraphs),
  hash: contentHash(content),
})

export type RowChange = Partial<
  Pick<
    LockedArticle,
    | 'updated_at'
    | 'updated_by_id'
    | 'published_at'
    | 'deleted_at'
    | 'session_started_at'
    | 'original_id'
    | 'created_at'
    | 'is_not_uploaded_video'
    | 'accept_session_id'
  >
> & { session_start?: string | null }

/** Writes this content into the row and its tabs, with other columns of the row. */
export async function saveContent(
  trx: Trx,
  id: string,
  content: ArticleContent,
  change: RowChange = {},
): Promise<void> {
  await trx
    .updateTable('articles')
    .set({ ...contentColumns(content), ...change })
    .where('id', '=', id)
    .execute()
  await saveTabs(trx, id, content.tabs)
}

export async function updateRow(db: Db, id: string, change: RowChange): Promise<void> {
  await db.updateTable('articles').set(change).where('id', '=', id).execute()
}

/** Replaces the tabs of the row, in this order. The live documents of removed tabs are retained for a while. */
export async function saveTabs(trx: Trx, articleId: string, tabs: readonly TabContent[]): Promise<void> {
  const ids = tabs.map(({ id }) => id)
  const gone = await trx
    .deleteFrom('text_tabs')
    .where('article_id', '=', articleId)
    .where(sql<boolean>`id <> all(${ids}::text[])`)
    .returning('id')
    .execute()
  if (gone.length > 0)
    await touchNotes(
      trx,
      articleId,
      gone.map(({ id }) => id),
    )
  if (tabs.length === 0) return
  await trx
    .insertInto('text_tabs')
    .values(
      tabs.map((tab, position) => ({
        article_id: articleId,
        id: tab.id,
        position,
        title: tab.title,
        slug: tab.slug,
        content: JSON.stringify(tab.note),
        html: tab.html,
        plain_text: tab.plainText,
        has_text: !isEmptyNote(tab.note),
        links: listArticleLinks(tab.note),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['article_id', 'id']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        title: eb.ref('excluded.title'),
        slug: eb.ref('excluded.slug'),
        content: eb.ref('excluded.content'),
        html: eb.ref('excluded.html'),
        plain_text: eb.ref('excluded.plain_text'),
        has_text: eb.ref('excluded.has_text'),
        links: eb.ref('excluded.links'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

/** Creates live documents for tabs of a draft; existing ones are kept. */
export async function seedNotes(trx: Trx, draftId: string, tabs: readonly TabContent[]): Promise<void> {
  for (const { id, note } of tabs) await seedNote(trx, draftId, id, note)
}

/** Stores the previous content as the next version, with the parts that `next` changes. */
export async function insertVersion(
  trx: Trx,
  row: LockedArticle,
  content: ArticleContent,
  next: ArticleContent | null,
): Promise<number> {
  const { last_version: version } = await trx
    .updateTable('articles')
    .set((eb) => ({ last_version: eb('last_version', '+', 1) }))
    .where('id', '=', row.id)
    .returning('last_version')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('article_versions')
    .values({
      article_id: row.id,
      version,
      content: JSON.stringify(toPersisted(content)),
      hash: row.hash ?? contentHash(content),
      map_hash: paragraphsMapHash(content.paragraphs),
      changes: next && listChanges(content, next),
      // The publisher of this content, and the time.
      author_id: row.updated_by_id,
      created_at: row.updated_at,
    })
    .execute()
  return version
}

/** Marks articles and their drafts as deleted. Returns the ids of the drafts, whose live documents must be closed. */
export async function markDeleted(trx: Trx, ids: readonly string[], deletedAt: Date): Promise<string[]> {
  await lockRowsWithDrafts(trx, ids)
  const rows = await trx
    .updateTable('articles')
    .set({ deleted_at: deletedAt })
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or original_id = any(${ids}::uuid[]))`)
    .where('deleted_at', 'is', null)
    .returning(['id', 'original_id'])
    .execute()
  return rows.flatMap((row) => (row.original_id === null ? [] : [row.id]))
}

/** Deletes the published articles of a workspace with their drafts; never published ones stay with their authors. */
export async function deleteWorkspaceArticles(trx: Trx, workspaceId: string, deletedAt: Date): Promise<void> {
  const articles = await trx
    .selectFrom('articles')
    .where('workspace_id', '=', workspaceId)
    .where('published_at', 'is not', null)
    .where('original_id', 'is', null)
    .select('id')
    .execute()
  await markDeleted(
    trx,
    articles.map(({ id }) => id),
    deletedAt,
  )
}

/** Moves a subtree of articles, with those drafts that would not move them elsewhere. */
export async function moveToWorkspace(
  trx: Trx,
  articleIds: readonly string[],
  { fromId, toId }: { fromId: string; toId: string },
): Promise<void> {
  await lockRowsWithDrafts(trx, articleIds)
  const moved = await trx
    .updateTable('articles as a')
    .set({ workspace_id: toId })
    .where(sql<boolean>`(a.id = any(${articleIds}::uuid[]) or a.original_id = any(${articleIds}::uuid[]))`)
    .where('a.workspace_id', '=', fromId)
    .where('a.deleted_at', 'is', null)
    .returning(['a.id', 'a.title', 'a.icon', 'a.cover', 'a.tags', 'a.pinned_tab_id', 'a.paragraphs', 'a.hash'])
    .returning(tabsColumn.as('tabs'))
    .execute()
  // The workspace is part of the hash. A hash that is unknown until the live documents are read stays unknown.
  const hashes = moved.map((row) => row.hash && rowHash({ ...row, workspace_id: toId }))
  await sql`
    update articles a set hash = moved.hash
    from unnest(${moved.map(({ id }) => id)}::uuid[], ${hashes}::text[]) as moved (id, hash)
    where a.id = moved.id
  `.execute(trx)
}

export async function markArchived(trx: Trx, ids: readonly string[], isArchived: boolean): Promise<void> {
  await trx
    .updateTable('articles')
    .set({ is_archived: isArchived })
    .where('id', 'in', ids)
    .where('is_archived', '<>', isArchived)
    .execute()
}
