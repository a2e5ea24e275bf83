import { durationOf, videoIdsOf } from '@knowreel/shared/video/play-map.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileStorage } from '../../platform/files/index.ts'
import { displaySize, probeMedia } from '../../platform/media/index.ts'
import {
  HandedOff,
  runAttempt,
  type AttemptStore,
  type WorkRequest,
  type WorkTools,
} from '../pipeline/run/run-attempt.ts'
import { VideoFault } from '../pipeline/run/video-fault.ts'
import { makePoster } from '../pipeline/steps/make-poster.ts'
import { makeStoryboard } from '../pipeline/steps/make-storyboard.ts'
import { listVideos } from '../video-list.queries.ts'
import type { VideoRow } from '../video.queries.ts'
import { renderPlayMap } from './render-play-map.ts'
import {
  endRendition,
  findRenditionById,
  isCurrentRendition,
  releaseRendition,
  saveRenditionFile,
  saveRenditionProgress,
  startRendition,
  type RenditionFile,
  type RenditionRow,
} from './rendition.queries.ts'

export async function makeRendition(request: WorkRequest & { readonly renditionId: string }): Promise<void> {
  const { services, signal, renditionId } = request
  const rendition = await findRenditionById(services.db, renditionId)
  if (rendition === null) return request.log('Nothing plays this any more')
  const run = { id: renditionId, runId: randomUUID() }
  await runAttempt(request, attemptStoreFor(run), async (step, saveInterim) => {
    const { tools, folder, onProgress, storeFile } = step
    const keys = keysOf(await readSources(request, rendition))
    return withLocalFiles(services.files, keys, async (files) => {
      const output = path.join(folder, 'rendition.mp4')
      const work = path.join(folder, 'pieces')
      await mkdir(work)
      const { map } = rendition
      const duration = durationOf(map)
      const store = async (file: string): Promise<RenditionFile> => {
        const { size } = await stat(file)
        const pictures = await makePictures(request, step, file, duration)
        return { ...pictures, file_key: await storeFile('video/mp4', file), size, duration }
      }
      const onQuickFile = async (file: string) => {
        await saveInterim({ change: await store(file) })
      }
      await renderPlayMap(tools, { map, files, folder: work, output, signal, onProgress, onQuickFile })
      return { change: await store(output) }
    })
  })
}

/** Made of the rendition, so that they show nothing that was cut. The rendition is useful without them. */
async function makePictures({ log }: WorkRequest, step: WorkTools, path: string, duration: number) {
  const file = { path, container: 'mov' } as const
  try {
    const { video } = await probeMedia(step.tools, file, step.signal)
    if (video === null) throw new VideoFault('video_unreadable', 'no picture')
    const poster = await makePoster(step, file, duration)
    const storyboard = await makeStoryboard(step, file, duration, displaySize(video))
    return { ...poster.change, ...storyboard.change }
  } catch (error) {
    if (step.signal.aborted) throw error
    log('The rendition has no pictures')
    return {}
  }
}

async function readSources({ services: { db } }: WorkRequest, { company_id, map }: RenditionRow): Promise<VideoRow[]> {
  const ids = videoIdsOf(map)
  const videos = await listVideos(db, company_id, ids)
  if (videos.length < ids.length) throw new VideoFault('video_unreadable', 'a recording is gone')
  // The rendition is queued again when the recording becomes playable: see the end of that step.
  if (videos.some(({ main_key, status }) => main_key === null && status !== 'error'))
    throw new HandedOff(() => Promise.resolve())
  return videos
}

function keysOf(videos: readonly VideoRow[]): Map<string, string> {
  const keys = new Map<string, string>()
  for (const { id, main_key } of videos) {
    if (main_key === null) throw new VideoFault('video_unreadable', 'a recording cannot be played')
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

function attemptStoreFor(run: { readonly id: string; readonly runId: string }): AttemptStore<RenditionFile> {
  return {
    name: 'rendition',
    start: (db) => startRendition(db, run),
    isCurrent: (trx) => isCurrentRendition(trx, run),
    end: (trx, status, error) => endRendition(trx, run, status === 'failed' ? 'failed' : 'done', error ?? null),
    save: (trx, file) => saveRenditionFile(trx, run.id, file),
    release: (db, isCounted) => releaseRendition(db, run, isCounted),
    saveProgress: (db, percent) => saveRenditionProgress(db, run, percent),
  }
}
