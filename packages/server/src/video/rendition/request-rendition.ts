import { videoIdsOf, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { Trx } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { listVideos } from '../video-list.queries.ts'
import { makeRendition } from './make-rendition.job.ts'
import { mapHash } from './map-hash.ts'
import { upsertRendition, listUnfinishedRenditions } from './rendition.queries.ts'
import { findWholeRecording } from './whole-recording.ts'

type RenditionTarget = { readonly companyId: string; readonly map: PlayMap }

/**
 * Requests one rendition of the published content, unless it plays one recording from beginning to end, whose own file
 * is used instead. An equal play map shares the existing or queued rendition.
 */
export async function requestRendition(trx: Trx, enqueue: Enqueue, { companyId, map }: RenditionTarget): Promise<void> {
  const ids = videoIdsOf(map)
  const videos = await listVideos(trx, companyId, ids)
  if (ids.length === 0 || videos.length < ids.length || findWholeRecording(map, videos) !== null) return
  const { id, status } = await upsertRendition(trx, { companyId, hash: mapHash(map), map })
  if (status === 'waiting') await enqueue(trx, makeRendition, { renditionId: id }, { singletonKey: id })
}

/** Queues the renditions that could not start because this recording was not playable yet. */
export async function resumeRenditionsOfVideo(trx: Trx, enqueue: Enqueue, videoId: string): Promise<void> {
  for (const id of await listUnfinishedRenditions(trx, videoId))
    await enqueue(trx, makeRendition, { renditionId: id }, { singletonKey: id })
}
