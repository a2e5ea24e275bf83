import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { retryVideoStep } from '../pipeline/run/retry-video-step.ts'
import { listFailedRecordings } from '../pipeline/run/video-step.queries.ts'
import type { VideoRow } from '../video.queries.ts'
import { makeRendition } from './make-rendition.job.ts'
import { mapHash } from './map-hash.ts'
import { resetFailedRendition } from './rendition.queries.ts'

type Failed = { readonly companyId: string; readonly map: PlayMap; readonly videos: readonly VideoRow[] }

/**
 * Retries the rendition, and before it the recordings it is made of. Returns false if nothing has failed. The caller
 * checks the permission.
 */
export async function retryRendition(
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
  { companyId, map, videos }: Failed,
): Promise<boolean> {
  let hasFailed = false
  for (const { videoId, step } of await listFailedRecordings(db, videos))
    if (await retryVideoStep({ db, enqueue }, videoId, step)) hasFailed = true
  const isReset = await runTransaction(db, async (trx) => {
    const id = await resetFailedRendition(trx, { companyId, hash: mapHash(map) })
    if (id !== null) await enqueue(trx, makeRendition, { renditionId: id }, { singletonKey: id })
    return id !== null
  })
  return hasFailed || isReset
}
