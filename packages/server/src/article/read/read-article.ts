import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { fileReader, type Actor, type Member, type SignAddress } from '../../access/index.ts'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { videoIdsOf } from '@knowreel/shared/video/play-map.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { findPagePicture } from '../../file/index.ts'
import { readNotesOfArticle } from '../../note/index.ts'
import { findRenditionError, listVideos, readRendition, toVideoView } from '../../video/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { ArticleParentCache } from './article-parent-cache.ts'
import { mayReadArticle, mayWatchSources } from '../article-access.ts'
import { recordingAccessOf, toDraftArticle, toPublishedArticle, type PublishedVideo } from './article-view.ts'
import { loadSaveSubject, alreadyPublishedError } from '../article.policy.ts'
import { findDraftRow, findPublishedRow, type ArticleRow } from '../article.queries.ts'

export type ReadDependencies = {
  readonly db: Db
  readonly parents: Pick<ArticleParentCache, 'find'>
  readonly signAddress: SignAddress
}

type PlayedRow = Pick<ArticleRow, 'id' | 'company_id' | 'paragraphs'>
type PublishedRow = PlayedRow & Pick<ArticleRow, 'author' | 'workspace'>

/** The recordings that an article plays, with URLs for this reader; they expire with the reader's access to it. */
const playbackFor = ({ signAddress }: ReadDependencies, actor: Actor | null, row: PlayedRow) => {
  const [renditionReader, sourceReader] = [
    fileReader(actor, `article:${row.id}`),
    fileReader(actor, `sources:${row.id}`),
  ]
  return {
    companyId: row.company_id,
    map: articleMap(row.paragraphs),
    sign: (key: string) => signAddress(key, renditionReader),
    signSource: (key: string) => signAddress(key, sourceReader),
  }
}

async function readVideos(dependencies: ReadDependencies, actor: Actor | null, row: PlayedRow): Promise<Video[]> {
  const { companyId, map, signSource } = playbackFor(dependencies, actor, row)
  const videos = await listVideos(dependencies.db, companyId, videoIdsOf(map))
  return videos.map((video) => toVideoView(video, signSource))
}

/**
 * For published content and versions. Everyone receives the rendition, which contains nothing that was cut; the
 * recordings are for those who may edit or download them.
 */
export async function readPublishedVideos(
  dependencies: ReadDependencies,
  actor: Actor | null,
  row: PublishedRow,
): Promise<PublishedVideo & { videos: Video[]; missingVideoIds: ReadonlySet<string> }> {
  const { companyId, map, sign, signSource } = playbackFor(dependencies, actor, row)
  const ids = videoIdsOf(map)
  const videos = await listVideos(dependencies.db, companyId, ids)
  // If a recording was deleted, the article no longer plays what the rendition contains.
  const found = new Set(videos.map(({ id }) => id))
  const missingVideoIds = new Set(ids.filter((id) => !found.has(id)))
  const isWhole = missingVideoIds.size === 0
  const hasSources = mayWatchSources(actor, recordingAccessOf(row))
  const played = { companyId, map, videos }
  const rendition = isWhole ? await readRendition(dependencies.db, played, { sign, hasSources }) : null
  const isFinal = !isWhole || rendition?.needsCodecs === false
  const renditionError = isFinal ? null : await findRenditionError(dependencies.db, played)
  const sources = hasSources ? videos : []
  return { videos: sources.map((video) => toVideoView(video, signSource)), rendition, renditionError, missingVideoIds }
}

type CoveredRow = Pick<ArticleRow, 'id' | 'cover'>

/** The cover with the URL of its picture, which ends with the access that the scope names. */
export async function readCover(
  { db, signAddress }: Pick<ReadDependencies, 'db' | 'signAddress'>,
  actor: Actor | null,
  { id, cover }: CoveredRow,
  scope: `article:${string}` | `versions:${string}` = `article:${id}`,
): Promise<Article['cover']> {
  if (cover === null) return null
  const key = await findPagePicture(db, id, cover.source)
  return { ...cover, url: key && signAddress(key, fileReader(actor, scope)) }
}

export async function showPublished(
  dependencies: ReadDependencies,
  actor: Actor | null,
  row: ArticleRow,
): Promise<Article> {
  const parentArticle = await dependencies.parents.find(row.id, row.workspace)
  const watched = await readPublishedVideos(dependencies, actor, row)
  const cover = await readCover(dependencies, actor, row)
  return toPublishedArticle(row, { parentArticle, cover, ...watched }, { actor, signAddress: dependencies.signAddress })
}

export async function getPublished(dependencies: ReadDependencies, actor: Actor, id: string): Promise<Article> {
  const row = await findPublishedRow(dependencies.db, actor, id)
  if (row === null || !mayReadArticle(actor, row.workspace)) throw new AppError('not_found')
  return showPublished(dependencies, actor, row)
}

/** The draft as stored in the database; null if it is no draft any more. The caller checks whether it may be opened. */
export async function findDraft(dependencies: ReadDependencies, actor: Actor, id: string): Promise<Article | null> {
  const [row, notes] = await Promise.all([
    findDraftRow(dependencies.db, actor, id),
    readNotesOfArticle(dependencies.db, id),
  ])
  if (row === null) return null
  const parentArticle = row.original
    ? await dependencies.parents.find(row.original.id, row.access)
    : row.parent_article_id
  const videos = await readVideos(dependencies, actor, row)
  // Only editors of the published article see what its draft shows.
  const cover = await readCover(dependencies, actor, row, row.original ? `versions:${row.original.id}` : undefined)
  return toDraftArticle(row, notes, { actor, parentArticle, videos, cover, signAddress: dependencies.signAddress })
}

export async function getDraft(dependencies: ReadDependencies, actor: Member, id: string): Promise<Article> {
  const draft = await findDraft(dependencies, actor, id)
  if (draft === null) throw await draftGoneError(dependencies.db, actor, id)
  return draft
}

/** Explains why a draft that existed a moment ago is gone: published by someone else, or deleted. */
async function draftGoneError(db: Db, actor: Member, id: string): Promise<AppError> {
  const subject = await loadSaveSubject(db, actor, id)
  if (subject?.kind === 'gone') return alreadyPublishedError(subject)
  if (subject?.kind === 'published') {
    return alreadyPublishedError({ articleId: subject.id, articleShortId: subject.shortId })
  }
  return new AppError('not_found')
}
