/**
 * From an uploaded file to one that plays everywhere, and then to what stands around it. What needs no encoding is done in
 * one go, because somebody waits for it; encoding is a job of its own, so that nobody waits behind a stranger's long film.
 */
import { copyEarly } from './copy-early.ts'
import { inspectVideo, type InspectedVideo } from './inspect-video.ts'
import type { CopiedFile } from './make-main-file.ts'
import { makePlayable, withOriginal } from './make-playable.ts'
import { planRemux } from './remux-plan.ts'
import { HandedOn, runStep, type StepServices, type VideoWork } from './run-step.ts'
import { transcodeVideo } from './transcode-video.job.ts'
import { faultOf } from './video-fault.ts'
import { findProcessedVideo, insertSteps } from './video-step.queries.ts'

type EarlyCopy = {
  /** Null when it did not work. */
  readonly result: Promise<CopiedFile | null>
  /** Through when nothing of it runs any more. */
  stop(): Promise<void>
}

export async function processUploadedVideo(work: VideoWork): Promise<void> {
  const { services, videoId, log } = work
  if ((await findProcessedVideo(services.db, videoId)) === null) return log('The recording is gone')
  await insertSteps(services.db, videoId)
  await services.files.withFolder(async (folder) => {
    const early = beginCopy(work, folder)
    try {
      await probeAndRemux(work, early.result)
    } finally {
      await early.stop()
    }
  })
}

function beginCopy({ services, videoId, signal }: VideoWork, folder: string): EarlyCopy {
  const stopping = new AbortController()
  const copy = (path: string) =>
    copyEarly(services.media, path, { folder, signal: AbortSignal.any([signal, stopping.signal]) })
  const result = withOriginal(services, videoId, copy).catch(() => null)
  return {
    result,
    async stop() {
      stopping.abort()
      await result
    },
  }
}

async function probeAndRemux(work: VideoWork, early: EarlyCopy['result']): Promise<void> {
  const { services, videoId } = work
  let inspected: InspectedVideo | null = null
  await runStep({ ...work, step: 'probe' }, async ({ tools, signal }) => {
    const found = await withOriginal(services, videoId, (path) => inspectVideo(tools, path, signal))
    inspected = found
    const { durationMs, audio } = found.facts
    return { change: { duration: durationMs, has_audio: audio !== null } }
  })
  await runStep({ ...work, step: 'remux' }, (step) =>
    withOriginal(services, videoId, async (path) => {
      const found = inspected ?? (await inspectVideo(step.tools, path, step.signal))
      const plan = planRemux(found.facts)
      if (plan.video !== 'copy') throw encodeLater(services, videoId)
      try {
        return await makePlayable(services, videoId, step, found, plan, early)
      } catch (error) {
        // Its streams can not be taken over as they are; they may still be decoded.
        if (faultOf(error) === 'video_unreadable') throw encodeLater(services, videoId)
        throw error
      }
    }),
  )
}

const encodeLater = (services: StepServices, videoId: string) =>
  new HandedOn(async (trx) => void (await services.jobs.enqueue(trx, transcodeVideo, { videoId })))
