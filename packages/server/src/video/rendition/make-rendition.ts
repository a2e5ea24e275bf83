import { videoIdsOf } from '@knowreel/shared/video/play-map.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileStorage } from '../../platform/files/index.ts'
import { HandedOff, runAttempt, type AttemptStore, type WorkRequest } from '../pipeline/run/run-attempt.ts'
import { VideoFault } from '../pipeline/run/video-fault.ts'
import { listVideos } from '../video-list.queries.ts'
import type { VideoRow } from '../video.queries.ts'
import { renderPlayMap } from './render-play-map.ts'
import {
  endRendition,
  findRenditionById,
  releaseRendition,
  saveRenditionFile,
  saveRenditionProgress,
  startRendition,
  type RenditionFile,
  type RenditionRow,
} from './rendition.queries.ts'

export async function renderRendition(request: WorkRequest & { readonly renditionId: string }): Promise<void> {
  const { services, signal, renditionId } = request
  const rendition = await findRenditionById(services.db, renditionId)
  if (rendition === null) return request.log('Nothing plays this any more')
  await runAttempt(request, attemptStoreFor(renditionId), async ({ tools, folder, onProgress, storeFile }) => {
    const keys = keysOf(await readSources(request, rendition))
    return withLocalFiles(services.files, keys, async (files) => {
      const output = path.join(folder, 'rendition.mp4')
      const work = path.join(folder, 'pieces')
      await mkdir(work)
      const { map } = rendition
      const { duration } = await renderPlayMap(tools, { map, files, folder: work, output, signal, onProgress })
      const { size } = await stat(output)
      return { change: { file_key: await storeFile('video/mp4', output), size, duration } }
    })
  })
}

async function readSources({ services: { db } }: WorkRequest, { company_id, map }: RenditionRow): Promise<VideoRow[]> {
  const ids = videoIdsOf(map)
  const videos = await listVideos(db, company_id, ids)
  if (videos.length < ids.length) throw new VideoFault('video_unreadable', 'a recording is gone')
  // The rendition is queued again when the recording becomes playable: see the end of that step.
  if (videos.some(({ main_key, status }) => main_key === null && status === 'processing'))
    throw new HandedOff(() => Promise.resolve())
  return videos
}

function keysOf(videos: readonly VideoRow[]): Map<string, string> {
  const keys = new Map<string, string>()
  for (const { id, main_key } of videos) {
    if (main_key === null) throw new VideoFault('video_unreadable', 'a recording can not be played')
    keys.set(id, main_key)
  }
  return keys
}

/** Keeps all of them on the local file system while `work` runs. */
async function withLocalFiles<Result>(
  files: FileStorage,
  keys: ReadonlyMap<string, string>,
  work: (paths: ReadonlyMap<string, string>) => Promise<Result>,
): Promise<Result> {
  const paths = new Map<string, string>()
  const next = async ([first, ...rest]: readonly [string, string][]): Promise<Result> => {
    if (first === undefined) return work(paths)
    const [id, key] = first
    const used = await files.withLocalFile(key, async (file) => {
      paths.set(id, file)
      return { result: await next(rest) }
    })
    if (used === null) throw new VideoFault('video_unreadable', 'a file is gone')
    return used.result
  }
  return next([...keys])
}

function attemptStoreFor(id: string): AttemptStore<RenditionFile> {
  const run = { id, runId: randomUUID() }
  return {
    name: 'rendition',
    start: (db) => startRendition(db, run),
    end: (trx, status, error) => endRendition(trx, run, status === 'failed' ? 'failed' : 'done', error ?? null),
    save: (trx, file) => saveRenditionFile(trx, id, file),
    release: (db, isCounted) => releaseRendition(db, run, isCounted),
    saveProgress: (db, percent) => saveRenditionProgress(db, run, percent),
  }
}
