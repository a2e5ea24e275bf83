import type { articleCalls } from '@knowreel/shared/article/article.calls.ts'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { videoIdsOf } from '@knowreel/shared/video/play-map.ts'
import { fileReader, type Member, type SignAddress } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { listVideos, findRenditionFile, retryRendition, toRenditionStateView } from '../../video/index.ts'
import type { DraftSubject, PublishedSubject } from '../article.policy.ts'
import { findArticleRow } from '../article.queries.ts'

type Downloads = CallResponse<typeof articleCalls.videos>

/**
 * The files that can be downloaded of an article or draft, the most wanted first. Recordings that cannot be played yet
 * are left out.
 */
export async function listDownloads(
  { db, signAddress }: { readonly db: Db; readonly signAddress: SignAddress },
  actor: Member,
  { id }: DraftSubject | PublishedSubject,
): Promise<Downloads> {
  const { title, companyId, map } = await loadPlayback(db, id)
  const videos = await listVideos(db, companyId, videoIdsOf(map))
  const { file, row } = await findRenditionFile(db, { companyId, map, videos })
  const stem = fileStem(title)
  const recordings = videos.flatMap(({ id: videoId, main_key: key, name }, index) =>
    key === null || videoId === file?.id
      ? []
      : [{ id: videoId, key, name: stemFromFileName(name) ?? `${stem}-recording-${index + 1}` }],
  )
  const all = [...(file === null ? [] : [{ id: file.id, key: file.key, name: stem }]), ...recordings]
  const names = uniqueNames(all.map(({ name }) => name))
  const reader = fileReader(actor, `sources:${id}`)
  return {
    urls: all.map(({ id: fileId, key }, index) => {
      const name = `${names[index] ?? stem}.mp4`
      return { id: fileId, url: signAddress(key, reader, { fileName: name, isDownload: true }), name }
    }),
    rendition: row && toRenditionStateView(row),
  }
}

export async function retryArticleRendition(
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
  articleId: string,
): Promise<void> {
  const { companyId, map } = await loadPlayback(db, articleId)
  const videos = await listVideos(db, companyId, videoIdsOf(map))
  if (!(await retryRendition({ db, enqueue }, { companyId, map, videos }))) throw new AppError('video_step_not_failed')
}

async function loadPlayback(db: Db, id: string) {
  const row = await findArticleRow(db, id)
  if (row === null) throw new AppError('not_found')
  return { title: row.title, companyId: row.company_id, map: articleMap(row.paragraphs) }
}

/** Names of downloaded files: any script, but nothing that a file system or a shell interprets. */
const maxStemLength = 80

export function fileStem(title: string): string {
  const joined = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  // Cuts between code points, because half of a surrogate pair is no character.
  const stem = [...joined.replace(/^-/, '')].slice(0, maxStemLength).join('').replace(/-$/, '')
  return stem === '' ? 'untitled' : stem
}

/** The name of an uploaded file without its extension; null if nothing remains. */
function stemFromFileName(name: string | null): string | null {
  const stem = fileStem((name ?? '').replace(/\.[\p{L}\p{N}]{1,5}$/u, ''))
  return stem === 'untitled' ? null : stem
}

/** Keeps the order; a repeated name gets a number. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let number = 2; taken.has(free); number++) free = `${name}-${number}`
    taken.add(free)
    return free
  })
}
