import { inspectVideo } from './inspect-video.ts'
import { makePlayable, withOriginalFile } from './make-playable.ts'
import { planEncode } from './remux-plan.ts'
import { runStep, type VideoWork } from '../run/run-step.ts'

export async function encodeVideo(work: VideoWork): Promise<void> {
  const { services, videoId } = work
  await runStep({ ...work, step: 'remux' }, (step) =>
    withOriginalFile(services, videoId, async (path) => {
      const found = await inspectVideo(step.tools, path, step.signal)
      return makePlayable(services, videoId, step, found, planEncode(found.facts))
    }),
  )
}
