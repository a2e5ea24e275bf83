/**
 * From an uploaded file to one that plays everywhere, and then to what stands around it. What needs no encoding is done in
 * one go, because somebody waits for it; encoding is a job of its own, so that nobody waits behind a stranger's long film.
 */
import type { Trx } from '../../platform/database/db.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import { copyEarly, type EarlyCopy } from './copy-early.ts'
import { deriveFromVideo, derivedSteps } from './derive-from-video.job.ts'
import { inspectVideo, type InspectedVideo } from './inspect-video.ts'
import { makeMainFile } from './make-main-file.ts'
import { planEncode, planRemux, type RemuxPlan } from './remux-plan.ts'
import { HandedOn, runStep, type StepRequest, type StepResult, type StepServices, type StepTools } from './run-step.ts'
import { transcodeVideo } from './transcode-video.job.ts'
import { faultOf, VideoFault } from './video-fault.ts'
import { findProcessedVideo, insertSteps } from './video-step.queries.ts'

export type VideoWork = Omit<StepRequest, 'step' | 'services'> & { readonly services: StepServices }

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

export async function encodeVideo(work: VideoWork): Promise<void> {
  const { services, videoId } = work
  await runStep({ ...work, step: 'remux' }, (step) =>
    withOriginal(services, videoId, async (path) => {
      const found = await inspectVideo(step.tools, path, step.signal)
      return makePlayable(services, videoId, step, found, planEncode(found.facts))
    }),
  )
}

const encodeLater = (services: StepServices, videoId: string) =>
  new HandedOn(async (trx) => void (await services.jobs.enqueue(trx, transcodeVideo, { videoId })))

async function makePlayable(
  services: StepServices,
  videoId: string,
  step: StepTools,
  inspected: InspectedVideo,
  plan: RemuxPlan,
  early?: EarlyCopy['result'],
): Promise<StepResult> {
  const main = await makeMainFile(step, inspected, plan, early)
  return {
    change: {
      main_key: await step.keep('video/mp4', main.path),
      duration: main.duration,
      width: main.width,
      height: main.height,
      has_audio: main.hasAudio,
      status: 'finished',
    },
    follow: (trx) => enqueueDerived(services.jobs, trx, videoId),
  }
}

async function enqueueDerived(jobs: JobServices['jobs'], trx: Trx, videoId: string): Promise<void> {
  for (const step of derivedSteps) {
    await jobs.enqueue(trx, deriveFromVideo, { videoId, step }, { singletonKey: `${videoId}:${step}` })
  }
}

async function withOriginal<Result>(
  { db, files }: StepServices,
  videoId: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const video = await findProcessedVideo(db, videoId)
  const key = video?.original_key ?? null
  // A flag of our own: what `use` gives may be anything.
  const used = key === null ? null : await files.withLocalFile(key, async (path) => ({ result: await use(path) }))
  if (used === null) throw new VideoFault('video_unreadable', 'the uploaded file is gone')
  return used.result
}
