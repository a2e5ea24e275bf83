import { sourcesOf, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { listVideos } from '../video-list.queries.ts'
import { makeRendition } from './make-rendition.job.ts'
import { mapHash } from './map-hash.ts'
import { holdRendition, listUnfinishedOf, resetFailedRendition } from './rendition.queries.ts'
import { wholeRecording } from './whole-recording.ts'

type Asked = { readonly companyId: string; readonly map: PlayMap }

/**
 * Has one film made of what is published, unless it is one recording from beginning to end, whose own file will do. The same
 * map again shares the film that is there or on its way.
 */
export async function askForRendition(trx: Trx, enqueue: Enqueue, { companyId, map }: Asked): Promise<void> {
  const ids = sourcesOf(map)
  const videos = await listVideos(trx, companyId, ids)
  if (ids.length === 0 || videos.length < ids.length || wholeRecording(map, videos) !== null) return
  const { id, status } = await holdRendition(trx, { companyId, hash: mapHash(map), map })
  if (status === 'waiting') await enqueue(trx, makeRendition, { renditionId: id }, { singletonKey: id })
}

/** Films that could not be begun because this recording could not be played yet. */
export async function resumeRenditionsOf(trx: Trx, enqueue: Enqueue, videoId: string): Promise<void> {
  for (const id of await listUnfinishedOf(trx, videoId))
    await enqueue(trx, makeRendition, { renditionId: id }, { singletonKey: id })
}

/** Gives false when the film has not failed. Whether the person may is asked before. */
export const retryRendition = (
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
  { companyId, map }: Asked,
): Promise<boolean> =>
  runTransaction(db, async (trx) => {
    const id = await resetFailedRendition(trx, { companyId, hash: mapHash(map) })
    if (id === null) return false
    await enqueue(trx, makeRendition, { renditionId: id }, { singletonKey: id })
    return true
  })
