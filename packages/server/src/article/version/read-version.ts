/** An article as it was in one version, in the wire format of articles. */
import type { VersionArticle, VersionEntry } from '@knowreel/shared/article/article-version.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isEmptyNote } from '@knowreel/shared/note/note-document.ts'
import { articleDuration, type Paragraph, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { normalize } from '@knowreel/shared/video/play-map.ts'
import type { Actor } from '../../access/index.ts'
import { toPerson, createPersonView } from '../../person/index.ts'
import { slugFrom } from '../../platform/slug/slug.ts'
import { fromPersisted } from '../article-content.ts'
import { toPublishedArticle, type ArticleView } from '../read/article-view.ts'
import { findPublishedRow } from '../article.queries.ts'
import { readCover, readPublishedVideos, type ReadDependencies } from '../read/read-article.ts'
import { findVersion, type VersionRow } from './version.queries.ts'

type LocatedArticle = { readonly id: string; readonly workspaceId: string | null }

export function toVersionEntry(row: VersionRow, article: LocatedArticle, view: ArticleView): VersionEntry {
  const scope = { companyId: row.company_id, workspaceId: article.workspaceId }
  const author = toPerson(row.author, createPersonView(view.actor, scope, view.signAddress))
  return {
    version: row.version,
    time: row.created_at.toISOString(),
    author,
    profileImage: author?.profileImage ?? null,
    articleId: article.id,
    changes: row.changes,
  }
}

export async function readVersion(
  dependencies: ReadDependencies,
  actor: Actor | null,
  article: LocatedArticle,
  number: number,
): Promise<{ article: VersionArticle; version: VersionEntry }> {
  const [row, version] = await Promise.all([
    findPublishedRow(dependencies.db, actor, article.id),
    findVersion(dependencies.db, article.id, number),
  ])
  if (row === null || version === null) throw new AppError('not_found')
  const view = { actor, signAddress: dependencies.signAddress }
  const content = fromPersisted(version.content)
  const { missingVideoIds, ...watched } = await readPublishedVideos(dependencies, actor, {
    ...row,
    paragraphs: content.paragraphs,
  })
  const paragraphs = playableParagraphs(content.paragraphs, missingVideoIds)
  const shown = {
    ...row,
    title: content.title,
    slug: slugFrom(content.title),
    icon: content.icon,
    cover: content.cover,
    tags: [...content.tags],
    pinned_tab_id: content.pinnedTabId,
    paragraphs,
    duration: articleDuration(paragraphs),
    hash: version.hash,
    updated_at: version.created_at,
    updated_by: version.author,
    draft: null,
    sharing: null,
    tabs: content.tabs.map(({ id, title, slug, html, note }) => ({
      id,
      title,
      slug,
      text: html,
      hasText: !isEmptyNote(note),
    })),
  }
  const parentArticle = await dependencies.parents.find(row.id, row.workspace)
  const cover = await readCover(dependencies, actor, shown, `versions:${row.id}`)
  const published = toPublishedArticle(shown, { parentArticle, cover, ...watched }, view)
  return {
    article: {
      ...published,
      // A retry concerns what is published now.
      renditionFailure: published.renditionFailure && { ...published.renditionFailure, canRetry: false },
      articleId: row.id,
      missingVideos: missingVideoIds.size,
    },
    version: toVersionEntry(version, article, view),
  }
}

/** Omits pieces whose recordings are gone, and paragraphs that become empty. */
function playableParagraphs(tree: ParagraphTree, missing: ReadonlySet<string>): Paragraph[] {
  return tree.flatMap((paragraph) => {
    const map = normalize(paragraph.map.filter(({ videoId }) => !missing.has(videoId)))
    const items = playableParagraphs(paragraph.items, missing)
    const isLost = map.length === 0 && items.length === 0 && (paragraph.map.length > 0 || paragraph.items.length > 0)
    return isLost ? [] : [{ ...paragraph, map, items }]
  })
}
