/**
 * Turns an upload into a file that plays everywhere, and then derives everything else from it. Whatever needs no
 * encoding is done in one job, because someone is waiting for it: also a first file for the browsers that play the
 * upload's own codecs. Encoding is a job of its own, so that nobody waits behind someone else's long recording.
 */
import { copyEarly } from './steps/copy-early.ts'
import {
  inspectVideo,
  inspectQuickly,
  withDuration,
  type InspectedVideo,
  type QuickInspection,
} from './steps/inspect-video.ts'
import { makeFirstFile, measureCopy } from './steps/make-first-file.ts'
import type { CopiedFile } from './steps/make-main-file.ts'
import { makePlayable, withOriginalFile, withUploadedFile } from './steps/make-playable.ts'
import { planRemux, type RemuxPlan } from './steps/remux-plan.ts'
import { runStep, type SaveStepResult, type StepServices, type StepTools, type VideoWork } from './run/run-step.ts'
import type { Trx } from '../../platform/database/db.ts'
import { HandedOff } from './run/run-attempt.ts'
import { enqueueSound } from './extract-sound.job.ts'
import { insertRecording } from './insert-recording.job.ts'
import { transcodeVideo } from './transcode-video.job.ts'
import { faultOf } from './run/video-fault.ts'
import { findProcessedVideo, insertSteps } from './run/video-step.queries.ts'

type EarlyCopy = {
  /** The statements of the file's own headers, if they are unambiguous; a missing duration is that of the copy. */
  readonly inspection: Promise<QuickInspection | null>
  /** Null if copying failed. */
  readonly result: Promise<CopiedFile | null>
  /** The duration of the copy in ms; null if there is none. */
  readonly measured: () => Promise<number | null>
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>
}

export async function processUploadedVideo(work: VideoWork): Promise<void> {
  const { services, videoId, log } = work
  const video = await findProcessedVideo(services.db, videoId)
  if (video === null) return log('The recording is gone')
  await services.files.withFolder(async (folder) => {
    const early = startEarlyCopy(work, video.original_key, folder)
    try {
      await insertSteps(services.db, videoId)
      await probeAndRemux(work, early)
    } finally {
      await early.stop()
    }
  })
}

function startEarlyCopy({ services, signal }: VideoWork, key: string | null, folder: string): EarlyCopy {
  const stopping = new AbortController()
  const look = withUploadedFile(services, key, inspectQuickly).catch(() => null)
  const copy = async (path: string) => {
    const sampleCount = (await look)?.sampleCount ?? null
    const signals = AbortSignal.any([signal, stopping.signal])
    return copyEarly(services.media, path, { folder, signal: signals, sampleCount })
  }
  const result = withUploadedFile(services, key, copy).catch(() => null)
  const measured = async () => {
    const copied = await result
    return copied && measureCopy(await services.media.tools(), copied, signal).catch(() => null)
  }
  const inspect = async () => {
    const found = await look
    if (found === null || found.facts.durationMs !== null) return found
    const durationMs = await measured()
    return durationMs === null ? null : withDuration(found, durationMs)
  }
  return {
    inspection: inspect(),
    result,
    measured,
    async stop() {
      stopping.abort()
      await result
    },
  }
}

async function probeAndRemux(work: VideoWork, early: EarlyCopy): Promise<void> {
  const { services, videoId } = work
  let inspected: InspectedVideo | null = null
  await runStep({ ...work, step: 'probe' }, async ({ tools, signal }) => {
    const look = await early.inspection
    const found =
      look ?? (await withOriginalFile(services, videoId, (path) => inspectVideo(tools, path, signal, early.measured)))
    if (look === null) inspected = found
    const { durationMs, audio } = found.facts
    return { change: { duration: durationMs, has_audio: audio !== null } }
  })
  await runStep({ ...work, step: 'remux' }, (step, saveInterim) =>
    withOriginalFile(services, videoId, async (path) => {
      const found = inspected ?? (await confirmInspection(step, path, early))
      const plan = planRemux(found.facts)
      if (plan.video !== 'copy' || plan.audio === 'encode') await saveFirstFile(work, step, saveInterim, found, early)
      if (plan.video !== 'copy') throw handOffToEncoding(services, videoId, plan)
      // Encoding the sound takes long too.
      if (plan.audio === 'encode') await enqueueSound(services.jobs.enqueue, services.db, videoId)
      try {
        return await makePlayable(services, videoId, step, found, plan, early.result)
      } catch (error) {
        // Its streams cannot be copied as they are, but they may still be decodable.
        if (faultOf(error) === 'video_unreadable') throw handOffToEncoding(services, videoId, plan)
        throw error
      }
    }),
  )
}

/** A recording is useful without it. */
async function saveFirstFile(
  { services, videoId, signal, log }: VideoWork,
  step: StepTools,
  saveInterim: SaveStepResult,
  found: InspectedVideo,
  early: EarlyCopy,
): Promise<void> {
  const video = await findProcessedVideo(services.db, videoId)
  if (video === null || video.first_key !== null || video.main_key !== null) return
  try {
    const change = await makeFirstFile(step, found, await early.result)
    if (change === null) return
    const followUp = async (trx: Trx) => void (await services.jobs.enqueue(trx, insertRecording, { videoId }))
    await saveInterim({ change, followUp })
  } catch (error) {
    if (signal.aborted) throw error
    log('The recording has no file that plays before it is encoded')
  }
}

/** A copy that worked confirms the quick look; otherwise ffprobe inspects the file. */
async function confirmInspection(
  { tools, signal }: StepTools,
  path: string,
  early: EarlyCopy,
): Promise<InspectedVideo> {
  const look = await early.inspection
  return look !== null && (await early.result) !== null ? look : inspectVideo(tools, path, signal)
}

/** Nobody waits for the encoding to learn what is said. */
const handOffToEncoding = (services: StepServices, videoId: string, { audio }: RemuxPlan) =>
  new HandedOff(async (trx) => {
    await services.jobs.enqueue(trx, transcodeVideo, { videoId })
    if (audio !== 'none') await enqueueSound(services.jobs.enqueue, trx, videoId)
  })
