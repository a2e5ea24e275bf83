/**
 * One step of the work on a recording, so that it can be killed at any point and repeated at any time:
 *
 *     waiting → running → done | skipped | failed → (by a person) waiting
 *
 * Its files get new names every time and become part of the recording only together with the step's end, in one transaction
 * that holds only while the attempt is still the one in hand. What a killed attempt left is found by the sweep. An attempt
 * that ended with its worker is counted when the next one starts, so that a recording that kills workers stops doing so.
 */
import type { VideoStep } from '@knowreel/shared/video/video.wire.ts'
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { videoErrors, type VideoErrorCode } from '@knowreel/shared/video/video-errors.ts'
import type { Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { newFileKey, type FileKey } from '../../platform/files/index.ts'
import { PermanentFailure, type JobServices } from '../../platform/jobs/index.ts'
import type { MediaTools } from '../../platform/media/index.ts'
import { faultOf, VideoFault } from './video-fault.ts'
import {
  endStep,
  failVideo,
  releaseStep,
  saveStepProgress,
  saveVideoChange,
  startStep,
  type VideoChange,
} from './video-step.queries.ts'

/** Files that are made of recordings lie here, apart from what people uploaded. */
export const madeFolder = 'recordings'

const mostAttempts = 3
const progressMs = 1000

export type StepServices = Pick<JobServices, 'db' | 'files' | 'jobs' | 'media' | 'log'>

export type StepTools = {
  readonly tools: MediaTools
  readonly signal: AbortSignal
  /** For files on the way. */
  readonly folder: string
  /** Percent. */
  readonly onProgress: (percent: number) => void
  /** Takes over a finished file of the folder, or bytes. */
  readonly keep: (contentType: string, content: string | Uint8Array) => Promise<FileKey>
}

export type StepResult = {
  readonly change: VideoChange
  /** There was nothing to make. */
  readonly isSkipped?: boolean
  /** Belongs to the step's end: what follows it. */
  readonly follow?: (trx: Trx) => Promise<void>
}

/** Thrown by a step to leave without an end: another job takes it on. */
export class HandedOn extends Error {
  override name = 'HandedOn'
  readonly enqueue: (trx: Trx) => Promise<void>
  constructor(enqueue: (trx: Trx) => Promise<void>) {
    super('handed on')
    this.enqueue = enqueue
  }
}

export type StepRequest = {
  readonly services: StepServices
  readonly videoId: string
  readonly step: VideoStep
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

export type VideoWork = Omit<StepRequest, 'step'>

/** Gives whether the step has come to its end, now or before. Throws when it shall be tried again later, or never. */
export async function runStep(
  request: StepRequest,
  work: (tools: StepTools) => Promise<StepResult>,
): Promise<'ended' | 'handed on'> {
  const { services, videoId, step, signal, log } = request
  const { db, files } = services
  const run = { videoId, step, runId: randomUUID() }
  const attempt = await startStep(db, run)
  if (attempt === null) return 'ended'
  if (attempt > mostAttempts) return giveUp(request, run, 'video_failed', 'its attempts are used up')
  const kept: FileKey[] = []
  try {
    const tools = await services.media.tools()
    const result = await files.withFolder((folder) =>
      work({
        tools,
        signal,
        folder,
        onProgress: throttle((percent) => saveStepProgress(db, run, percent)),
        async keep(contentType, content) {
          const key = newFileKey(madeFolder, contentType)
          kept.push(key)
          if (typeof content !== 'string') await files.put(key, content)
          else if (await hasContent(content)) await files.putLocalFile(key, content)
          else throw new VideoFault('video_unreadable', 'nothing could be made of it')
          return key
        },
      }),
    )
    const isOurs = await runTransaction(db, async (trx) => {
      if (!(await endStep(trx, run, result.isSkipped ? 'skipped' : 'done'))) return false
      await saveVideoChange(trx, videoId, result.change)
      await result.follow?.(trx)
      return true
    })
    if (!isOurs) await removeAll(request, kept)
    return 'ended'
  } catch (error) {
    await removeAll(request, kept)
    if (error instanceof HandedOn) {
      await runTransaction(db, async (trx) => {
        await releaseStep(trx, run, false)
        await error.enqueue(trx)
      })
      return 'handed on'
    }
    if (signal.aborted) {
      await releaseStep(db, run, false)
      throw error
    }
    const fault = faultOf(error)
    const reason = error instanceof Error ? error.message : String(error)
    if (fault !== null) return giveUp(request, run, fault, reason)
    if (attempt >= mostAttempts) return giveUp(request, run, 'video_failed', reason)
    await releaseStep(db, run, true)
    log(`The step ${step} will be tried again`)
    throw error
  }
}

/** A program that could read nothing may end well and have made nothing. */
const hasContent = (file: string): Promise<boolean> =>
  stat(file).then(
    ({ size }) => size > 0,
    () => false,
  )

async function giveUp(
  { services: { db }, step }: StepRequest,
  run: Parameters<typeof endStep>[1],
  code: VideoErrorCode,
  reason: string,
): Promise<never> {
  await runTransaction(db, async (trx) => {
    if (!(await endStep(trx, run, 'failed', code))) return
    if (step === 'probe' || step === 'remux') await failVideo(trx, run.videoId, code)
  })
  throw new PermanentFailure(`${step}: ${videoErrors[code]} (${reason})`)
}

async function removeAll({ services }: StepRequest, keys: readonly FileKey[]): Promise<void> {
  for (const key of keys) {
    await services.files.remove(key).catch((error: unknown) => services.log.warn({ err: error, key }, 'a file stays'))
  }
}

function throttle(save: (percent: number) => Promise<void>): (percent: number) => void {
  let next = 0
  return (percent) => {
    if (Date.now() < next) return
    next = Date.now() + progressMs
    // Only for people to look at: the work does not depend on it.
    save(Math.min(99, Math.max(0, Math.round(percent)))).catch(() => undefined)
  }
}
