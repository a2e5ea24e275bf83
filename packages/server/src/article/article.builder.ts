/** Articles and drafts for tests, benchmarks and the demo company; missing parents are created. */
import type { ArticleCover } from '@knowreel/shared/article/cover.rules.ts'
import { articleDuration, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { newId, newKey, newShortId } from '@knowreel/shared/identity/ids.ts'
import { withBlockKeys, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import { seedNote } from '../note/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { slugFrom } from '../platform/slug/slug.ts'
import { paragraphsMapHash } from '../video/index.ts'
import { insertArticleFirst } from '../workspace/index.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { contentHash, toTab, type ArticleContent } from './article-content.ts'
import { putInTrash } from './delete/trash.queries.ts'
import { insertVersion, loadContent, lockArticleRows, saveTabs } from './article-write.queries.ts'

type TabOverrides = { id?: string; title?: string; slug?: string; text?: string; note?: NoteJson }

type ContentOverrides = {
  shortId?: string
  title?: string
  icon?: string | null
  cover?: ArticleCover | null
  tags?: string[]
  /** Default: one tab, 'Note', with one sentence. */
  textTabs?: TabOverrides[]
  pinnedTabId?: string | null
  /** Default paragraphs: one, of a recording of this length in ms. */
  duration?: number
  paragraphs?: ParagraphTree
}

type ArticleOverrides = ContentOverrides & {
  /** Default: a new private workspace. */
  workspace?: { id: string }
  /** Default: the owner of the workspace. */
  author?: { id: string } | null
  /** The article becomes a sub-article of this one. */
  parent?: { id: string } | null
  isArchived?: boolean
  /** Default: the author. */
  updatedBy?: { id: string }
  createdAt?: Date
  publishedAt?: Date
  updatedAt?: Date
  deletedAt?: Date | null
}

export type BuiltArticle = { id: string; shortId: string; title: string; workspaceId: string; companyId: string }

/** A note with one paragraph per line. */
export const buildNote = (text: string): NoteJson =>
  withBlockKeys(
    {
      type: 'doc',
      content: text.split('\n').map((line) => ({
        type: 'paragraph',
        ...(line === '' ? {} : { content: [{ type: 'text', text: line }] }),
      })),
    },
    newKey,
  )

/** A published article, first on its level. */
export async function buildArticle(db: Db, overrides: ArticleOverrides = {}): Promise<BuiltArticle> {
  const workspace = await findWorkspace(db, overrides.workspace ?? (await buildWorkspace(db)))
  const authorId = overrides.author === undefined ? workspace.owner_id : (overrides.author?.id ?? null)
  const content = buildContent(overrides, workspace.id)
  const createdAt = overrides.createdAt ?? new Date()
  const publishedAt = overrides.publishedAt ?? createdAt
  return inTransaction(db, async (trx) => {
    const article = await insertRow(trx, {
      companyId: workspace.company_id,
      authorId,
      content,
      shortId: overrides.shortId,
    })
    await trx
      .updateTable('articles')
      .set({
        is_archived: overrides.isArchived ?? false,
        updated_by_id: overrides.updatedBy?.id ?? authorId,
        created_at: createdAt,
        updated_at: overrides.updatedAt ?? publishedAt,
        published_at: publishedAt,
        deleted_at: overrides.deletedAt ?? null,
      })
      .where('id', '=', article.id)
      .execute()
    if (overrides.deletedAt) {
      const deletion = { articleId: article.id, workspaceId: workspace.id, deletedAt: overrides.deletedAt }
      const entry = { value: article.id, items: [] }
      await putInTrash(trx, { ...deletion, deletedById: authorId, entry, place: { parentId: null, index: 0 } })
    } else await insertArticleFirst(trx, workspace.id, article.id, overrides.parent?.id ?? null)
    return { ...article, workspaceId: workspace.id, companyId: workspace.company_id }
  })
}

type DraftOverrides = ContentOverrides & {
  /** The published article it belongs to; if omitted, the draft was never published. */
  original?: { id: string } | null
  workspace?: { id: string } | null
  /** The company of a draft without workspace. */
  company?: { id: string }
  /** Default: the publisher of the original, or the owner of the workspace. */
  author?: { id: string }
  updatedBy?: { id: string }
  parent?: { id: string } | null
  updatedAt?: Date
}

export type BuiltDraft = { id: string; shortId: string; title: string; companyId: string }

/** A draft with the live documents of its tabs. */
export async function buildDraft(db: Db, overrides: DraftOverrides = {}): Promise<BuiltDraft> {
  const original = overrides.original ? await findArticle(db, overrides.original) : null
  const workspace =
    overrides.workspace === null
      ? null
      : await findWorkspace(
          db,
          overrides.workspace ?? (original?.workspace_id ? { id: original.workspace_id } : await buildWorkspace(db)),
        )
  const companyId = workspace?.company_id ?? original?.company_id ?? overrides.company?.id
  const authorId = overrides.author?.id ?? original?.author_id ?? workspace?.owner_id
  if (companyId === undefined || authorId === undefined)
    throw new Error('A draft without workspace needs company and author')
  const former = original ? await loadContent(db, original) : null
  const content = {
    ...(former && !overrides.textTabs ? withOverrides(former, overrides) : buildContent(overrides, null)),
    workspaceId: workspace?.id ?? null,
    parentArticleId: overrides.parent?.id ?? null,
  }
  return inTransaction(db, async (trx) => {
    const draft = await insertRow(trx, {
      companyId,
      authorId,
      content,
      originalId: original?.id,
      shortId: overrides.shortId,
    })
    await trx
      .updateTable('articles')
      .set({
        updated_by_id: overrides.updatedBy?.id ?? authorId,
        updated_at: overrides.updatedAt ?? new Date(),
        created_at: overrides.updatedAt ?? new Date(),
      })
      .where('id', '=', draft.id)
      .execute()
    for (const { id, note } of content.tabs) await seedNote(trx, draft.id, id, note)
    return { ...draft, companyId }
  })
}

type VersionOverrides = ContentOverrides & {
  article: { id: string; workspaceId: string }
  /** The publisher of that content; default: the article's author. */
  author?: { id: string }
  createdAt?: Date
}

/** Previous content of a published article; a version built later has a higher number. */
export async function buildVersion(db: Db, overrides: VersionOverrides): Promise<{ version: number }> {
  const content = buildContent(overrides, overrides.article.workspaceId)
  return inTransaction(db, async (trx) => {
    const row = (await lockArticleRows(trx, [overrides.article.id])).get(overrides.article.id)
    if (row === undefined) throw new Error('There is no such article')
    const former = {
      hash: null,
      updated_by_id: overrides.author?.id ?? row.author_id,
      updated_at: overrides.createdAt ?? row.created_at,
    }
    return { version: await insertVersion(trx, { ...row, ...former }, content, null) }
  })
}

function buildContent(overrides: ContentOverrides, workspaceId: string | null): ArticleContent {
  const tabs = overrides.textTabs ?? [{ text: 'Restart the gateway, then wait two minutes.' }]
  return {
    title: overrides.title ?? 'Restart a gateway',
    icon: overrides.icon ?? null,
    cover: overrides.cover ?? null,
    tags: overrides.tags ?? [],
    workspaceId,
    parentArticleId: null,
    pinnedTabId: overrides.pinnedTabId ?? null,
    paragraphs: overrides.paragraphs ?? buildParagraphs(overrides.duration ?? 0),
    tabs: tabs.map((tab, index) =>
      toTab({
        id: tab.id ?? newKey(),
        title: tab.title ?? 'Note',
        slug: tab.slug ?? (index === 0 ? 'note' : `note-${index + 1}`),
        note: tab.note ?? buildNote(tab.text ?? ''),
      }),
    ),
  }
}

/** A recording that exists only in the play map. */
const buildParagraphs = (duration: number): ParagraphTree =>
  duration === 0
    ? []
    : [
        {
          id: newKey(),
          title: 'Paragraph #1',
          tags: [],
          isExpanded: true,
          map: wholeRecording(newId(), duration),
          items: [],
        },
      ]

const withOverrides = (content: ArticleContent, overrides: ContentOverrides): ArticleContent => ({
  ...content,
  title: overrides.title ?? content.title,
  icon: overrides.icon === undefined ? content.icon : overrides.icon,
  cover: overrides.cover === undefined ? content.cover : overrides.cover,
  tags: overrides.tags ?? content.tags,
  pinnedTabId: overrides.pinnedTabId === undefined ? content.pinnedTabId : overrides.pinnedTabId,
  paragraphs:
    overrides.paragraphs ??
    (overrides.duration === undefined ? content.paragraphs : buildParagraphs(overrides.duration)),
})

type NewRow = {
  companyId: string
  authorId: string | null
  content: ArticleContent
  originalId?: string | undefined
  shortId?: string | undefined
}

async function insertRow(trx: Trx, { companyId, authorId, content, originalId, shortId }: NewRow) {
  const article = { id: newId(), shortId: shortId ?? newShortId(), title: content.title }
  await trx
    .insertInto('articles')
    .values({
      id: article.id,
      short_id: article.shortId,
      company_id: companyId,
      workspace_id: content.workspaceId,
      parent_article_id: content.parentArticleId,
      original_id: originalId ?? null,
      title: content.title,
      slug: slugFrom(content.title),
      icon: content.icon,
      cover: content.cover && JSON.stringify(content.cover),
      tags: [...content.tags],
      pinned_tab_id: content.pinnedTabId,
      paragraphs: JSON.stringify(content.paragraphs),
      duration: articleDuration(content.paragraphs),
      map_hash: paragraphsMapHash(content.paragraphs),
      hash: contentHash(content),
      author_id: authorId,
      updated_by_id: authorId,
    })
    .execute()
  await saveTabs(trx, article.id, content.tabs)
  return article
}

const findWorkspace = (db: Db, { id }: { id: string }) =>
  db.selectFrom('workspaces').where('id', '=', id).select(['id', 'company_id', 'owner_id']).executeTakeFirstOrThrow()

const findArticle = (db: Db, { id }: { id: string }) =>
  db.selectFrom('articles').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

const inTransaction = <Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? work(db as Trx) : db.transaction().execute(work)
