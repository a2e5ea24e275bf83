import type { VideoStep } from '@knowreel/shared/video/video.wire.ts'
import { runTransaction } from '../../../platform/database/run-transaction.ts'
import type { Db, Trx } from '../../../platform/database/db.ts'
import type { Enqueue } from '../../../platform/jobs/index.ts'
import { deriveFromVideo } from '../derive-from-video.job.ts'
import { enqueueSound } from '../extract-sound.job.ts'
import { processVideo } from '../process-video.job.ts'
import { resetStep, resumeVideo } from './video-step.queries.ts'

/**
 * Retries a failed step. Its previous output stays until the new one replaces it. Returns false if the step has not
 * failed. The caller checks the permission.
 */
export const retryVideoStep = (
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
  videoId: string,
  step: VideoStep,
): Promise<boolean> =>
  runTransaction(db, async (trx) => {
    if (!(await resetStep(trx, videoId, step))) return false
    await enqueueStep(trx, enqueue, videoId, step)
    return true
  })

async function enqueueStep(trx: Trx, enqueue: Enqueue, videoId: string, step: VideoStep): Promise<void> {
  if (step === 'probe' || step === 'remux') {
    await resumeVideo(trx, videoId)
    await enqueue(trx, processVideo, { videoId }, { singletonKey: videoId })
  } else if (step === 'audio') {
    await enqueueSound(enqueue, trx, videoId)
  } else {
    await enqueue(trx, deriveFromVideo, { videoId, step }, { singletonKey: `${videoId}:${step}` })
  }
}
