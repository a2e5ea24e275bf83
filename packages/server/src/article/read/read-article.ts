import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { readerOf, type Actor, type Member, type SignAddress } from '../../access/index.ts'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { sourcesOf } from '@knowreel/shared/video/play-map.ts'
import type { Rendition, Video } from '@knowreel/shared/video/video.wire.ts'
import { readNotesOfArticle } from '../../note/index.ts'
import { listVideos, readRendition, viewOfVideo } from '../../video/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { ArticleParents } from './article-parents.ts'
import { isShown } from '../article-standing.ts'
import { toDraftArticle, toPublishedArticle } from './article-view.ts'
import { loadSaveSubject, alreadyPublished } from '../article.policy.ts'
import { findDraftRow, findPublishedRow, type ArticleRow } from '../article.queries.ts'

export type ReadParts = {
  readonly db: Db
  readonly parents: ArticleParents
  readonly signAddress: SignAddress
}

type Playing = Pick<ArticleRow, 'id' | 'company_id' | 'paragraphs'>

/** The recordings that an article plays, with URLs for this reader; they expire with the reader's access to it. */
const playedBy = ({ signAddress }: ReadParts, actor: Actor | null, row: Playing) => {
  const reader = readerOf(actor, `article:${row.id}`)
  return {
    companyId: row.company_id,
    map: articleMap(row.paragraphs),
    sign: (key: string) => signAddress(key, reader),
  }
}

async function readVideos(parts: ReadParts, actor: Actor | null, row: Playing): Promise<Video[]> {
  const { companyId, map, sign } = playedBy(parts, actor, row)
  const videos = await listVideos(parts.db, companyId, sourcesOf(map))
  return videos.map((video) => viewOfVideo(video, sign))
}

/** For published content and versions; includes the rendition. */
export async function readPublishedVideos(
  parts: ReadParts,
  actor: Actor | null,
  row: Playing,
): Promise<{ videos: Video[]; rendition: Rendition | null }> {
  const { companyId, map, sign } = playedBy(parts, actor, row)
  const ids = sourcesOf(map)
  const videos = await listVideos(parts.db, companyId, ids)
  // Without a deleted recording the article plays something else than the rendition.
  const isWhole = videos.length === ids.length
  const rendition = isWhole ? await readRendition(parts.db, { companyId, map, videos }, sign) : null
  return { videos: videos.map((video) => viewOfVideo(video, sign)), rendition }
}

export async function showPublished(parts: ReadParts, actor: Actor | null, row: ArticleRow): Promise<Article> {
  const parentArticle = await parts.parents.find(row.id, row.workspace)
  const watched = await readPublishedVideos(parts, actor, row)
  return toPublishedArticle(row, { parentArticle, ...watched }, { actor, signAddress: parts.signAddress })
}

export async function getPublished(parts: ReadParts, actor: Actor, id: string): Promise<Article> {
  const row = await findPublishedRow(parts.db, actor, id)
  if (row === null || !isShown(actor, row.workspace)) throw new AppError('not_found')
  return showPublished(parts, actor, row)
}

/** The draft as stored in the database; null if it is no draft any more. The caller checks whether it may be opened. */
export async function findDraft(parts: ReadParts, actor: Actor, id: string): Promise<Article | null> {
  const [row, notes] = await Promise.all([findDraftRow(parts.db, actor, id), readNotesOfArticle(parts.db, id)])
  if (row === null) return null
  const parentArticle = row.original ? await parts.parents.find(row.original.id, row.access) : row.parent_article_id
  const videos = await readVideos(parts, actor, row)
  return toDraftArticle(row, notes, { actor, parentArticle, videos, signAddress: parts.signAddress })
}

export async function getDraft(parts: ReadParts, actor: Member, id: string): Promise<Article> {
  const draft = await findDraft(parts, actor, id)
  if (draft === null) throw await whyGone(parts.db, actor, id)
  return draft
}

/** Explains why a draft that existed a moment ago is gone: published by someone else, or deleted. */
async function whyGone(db: Db, actor: Member, id: string): Promise<AppError> {
  const subject = await loadSaveSubject(db, actor, id)
  if (subject?.kind === 'gone') return alreadyPublished(subject)
  if (subject?.kind === 'published') {
    return alreadyPublished({ articleId: subject.id, articleShortId: subject.shortId })
  }
  return new AppError('not_found')
}
