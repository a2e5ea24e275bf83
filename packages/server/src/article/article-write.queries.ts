/** Writing articles, drafts, tabs and versions. */
import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import { articleDuration } from '@knowreel/shared/video/paragraph-tree.ts'
import { sql, type Selectable } from 'kysely'
import { readNotesOfArticle, seedNote, touchNotes } from '../note/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { slugFrom } from '../platform/slug/slug.ts'
import { paragraphsMapHash } from '../video/index.ts'
import { tabsColumn } from './article-columns.ts'
import { contentHash, hashOfRow, toKept, toTab, type ArticleContent, type TabContent } from './article-content.ts'
import type { ArticlesTable } from './article.tables.ts'

export type LockedArticle = Selectable<ArticlesTable>

/** A draft of either kind that is neither published nor deleted. */
export const isOpenDraft = (row: LockedArticle): boolean => row.published_at === null && row.deleted_at === null

/**
 * Holds the rows until the transaction ends, deleted ones too. The lock leaves the key free, so that what refers to the
 * article (its draft, its tabs, its notes) can be written meanwhile. A transaction that also holds workspaces takes those
 * first. Articles come before drafts, as a save takes them, and either in the order of their ids.
 */
export async function lockArticles(trx: Trx, ids: readonly string[]): Promise<Map<string, LockedArticle>> {
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

/** Holds articles and then their drafts: an update of many rows would take them in any order. */
async function lockWithDrafts(trx: Trx, ids: readonly string[]): Promise<void> {
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

/** The content of a row; of a draft with what its live documents say in the database. */
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
  /** A new one unless it is given. */
  readonly id?: string
  readonly companyId: string
  readonly authorId: string
  readonly originalId?: string
  readonly clientId?: string | null
  readonly content: ArticleContent
  readonly sessionStart?: ArticleContent
  readonly upload?: RowChange | null
}

/** Makes the row of a draft; null when this client has made one already. Its tabs are written by `saveTabs`. */
export async function insertDraft(trx: Trx, draft: NewArticle): Promise<string | null> {
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
      session_start: draft.sessionStart ? JSON.stringify(toKept(draft.sessionStart)) : null,
      session_started_at: draft.sessionStart ? new Date() : null,
      editors_seen_at: new Date(),
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

/** Title, tags, workspace, pin and hash of this content, and what else changes in the row. */
export async function updateContent(
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
}

export async function updateRow(db: Db, id: string, change: RowChange): Promise<void> {
  await db.updateTable('articles').set(change).where('id', '=', id).execute()
}

/** Makes the tabs of the row these, in this order. The live documents of those that go are kept for a while. */
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
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

/** Gives tabs of a draft their live documents; those that have one keep it. */
export async function seedTabs(trx: Trx, draftId: string, tabs: readonly TabContent[]): Promise<void> {
  for (const { id, note } of tabs) await seedNote(trx, draftId, id, note)
}

/** Keeps what the article was, under the next number. */
export async function insertVersion(trx: Trx, row: LockedArticle, content: ArticleContent): Promise<number> {
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
      content: JSON.stringify(toKept(content)),
      hash: row.hash ?? contentHash(content),
      map_hash: paragraphsMapHash(content.paragraphs),
      // Who made this content the published one, and when.
      author_id: row.updated_by_id,
      created_at: row.updated_at,
    })
    .execute()
  return version
}

/** Takes articles and their drafts out of sight. Gives the ids of the drafts, whose live documents are to be closed. */
export async function markDeleted(trx: Trx, ids: readonly string[], deletedAt: Date): Promise<string[]> {
  await lockWithDrafts(trx, ids)
  const rows = await trx
    .updateTable('articles')
    .set({ deleted_at: deletedAt })
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or original_id = any(${ids}::uuid[]))`)
    .where('deleted_at', 'is', null)
    .returning(['id', 'original_id'])
    .execute()
  return rows.flatMap((row) => (row.original_id === null ? [] : [row.id]))
}

/** The published articles of a workspace with their drafts; what never was published stays with its author. */
export async function deleteOfWorkspace(trx: Trx, workspaceId: string, deletedAt: Date): Promise<void> {
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

/** Articles that stand together, with their drafts as far as those would not move them elsewhere. */
export async function moveToWorkspace(
  trx: Trx,
  articleIds: readonly string[],
  { fromId, toId }: { fromId: string; toId: string },
): Promise<void> {
  await lockWithDrafts(trx, articleIds)
  const moved = await trx
    .updateTable('articles as a')
    .set({ workspace_id: toId })
    .where(sql<boolean>`(a.id = any(${articleIds}::uuid[]) or a.original_id = any(${articleIds}::uuid[]))`)
    .where('a.workspace_id', '=', fromId)
    .where('a.deleted_at', 'is', null)
    .returning(['a.id', 'a.title', 'a.tags', 'a.pinned_tab_id', 'a.paragraphs', 'a.hash', tabsColumn.as('tabs')])
    .execute()
  // The workspace is part of the hash. One that is unknown until somebody reads the live documents stays so.
  const hashes = moved.map((row) => row.hash && hashOfRow({ ...row, workspace_id: toId }))
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
