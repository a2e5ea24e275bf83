import type { Trx } from '../../../platform/database/db.ts'
import { inspectVideo } from './inspect-video.ts'
import { HandedOff } from '../run/run-attempt.ts'
import { makePlayable, withOriginalFile } from './make-playable.ts'
import { fitWithinHd, planEncode } from './remux-plan.ts'
import { runStep, type VideoWork } from '../run/run-step.ts'
import { findProcessedVideo } from '../run/video-step.queries.ts'

/** `enqueueAgain` puts the same work at the end of the queue. */
export async function encodeVideo(work: VideoWork, enqueueAgain: (trx: Trx) => Promise<unknown>): Promise<void> {
  const { services, videoId } = work
  await runStep({ ...work, step: 'remux' }, (step, saveInterim) =>
    withOriginalFile(services, videoId, async (path) => {
      const found = await inspectVideo(step.tools, path, step.signal)
      const plan = planEncode(found.facts)
      const small = fitWithinHd(plan)
      const video = await findProcessedVideo(services.db, videoId)
      if (small !== plan && video !== null && video.main_key === null) {
        await saveInterim(await makePlayable(services, videoId, step, found, small))
        // The full size waits behind the recordings that do not play everywhere yet.
        throw new HandedOff(async (trx) => void (await enqueueAgain(trx)))
      }
      return makePlayable(services, videoId, step, found, plan)
    }),
  )
}
