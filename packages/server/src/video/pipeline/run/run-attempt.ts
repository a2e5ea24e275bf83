/**
 * One attempt at processing a recording. It can be killed at any point and repeated at any time:
 *
 *     waiting → running → done | skipped | failed → (retried by a person) waiting
 *
 * Files get new names in every attempt. They count only once the work ends, in one transaction that commits only while
 * the attempt is still the current one. The sweep removes what a killed attempt left. An attempt that died with its
 * worker is counted when the next one starts, so that a recording that kills workers is eventually given up.
 */
import { stat } from 'node:fs/promises'
import { stepProgress } from '@knowreel/shared/video/upload/upload-progress.rules.ts'
import { videoErrors, type VideoErrorCode } from '@knowreel/shared/video/video-errors.ts'
import type { Db, Trx } from '../../../platform/database/db.ts'
import { runTransaction } from '../../../platform/database/run-transaction.ts'
import { newFileKey, type FileKey } from '../../../platform/files/index.ts'
import { PermanentFailure, type JobServices } from '../../../platform/jobs/index.ts'
import type { MediaTools } from '../../../platform/media/index.ts'
import { faultOf, VideoFault } from './video-fault.ts'

/** Folder for files derived from recordings, separate from uploads. */
export const derivedFolder = 'recordings'

const maxAttempts = 3
const progressMs = 1000

export type WorkServices = Pick<
  JobServices,
  'db' | 'files' | 'jobs' | 'media' | 'log' | 'onPlayable' | 'onRecordingSound'
>

export type WorkTools = {
  readonly tools: MediaTools
  readonly signal: AbortSignal
  /** For temporary files. */
  readonly folder: string
  /** In percent. */
  readonly onProgress: (percent: number) => void
  /** Stores a finished file of the folder, or bytes. Only a file that is replaced soon need not be durable. */
  readonly storeFile: (
    contentType: string,
    content: string | Uint8Array,
    options?: { readonly isDurable?: boolean },
  ) => Promise<FileKey>
}

/** Saves a first result, with the files stored so far, which stay even if the work fails later. */
export type SaveInterim<Change> = (result: WorkResult<Change>) => Promise<void>

export type WorkResult<Change> = {
  readonly change: Change
  /** There was nothing to produce. */
  readonly isSkipped?: boolean
  /** Follow-up work, in the transaction that ends the attempt. */
  readonly followUp?: (trx: Trx) => Promise<void>
}

/** Stores the state of the work: the row that one attempt updates. */
export type AttemptStore<Change> = {
  /** The name of the work, for logs. */
  readonly name: string
  /** Returns the number of this attempt; null if no work is left. */
  start(db: Db): Promise<number | null>
  /** Locks the row until the transaction ends; false if the attempt is no longer the current one. */
  isCurrent(trx: Trx): Promise<boolean>
  /** False if the attempt is no longer the current one. */
  end(trx: Trx, status: 'done' | 'failed' | 'skipped', error?: VideoErrorCode): Promise<boolean>
  save(trx: Trx, change: Change): Promise<void>
  /** Back to waiting. An attempt that we interrupted ourselves is not counted. */
  release(db: Db, isCounted: boolean): Promise<void>
  /** In percent. */
  saveProgress(db: Db, percent: number): Promise<void>
}

/** Thrown by the work to stop without a result: another job continues it. */
export class HandedOff extends Error {
  override name = 'HandedOff'
  readonly enqueue: (trx: Trx) => Promise<void>
  constructor(enqueue: (trx: Trx) => Promise<void>) {
    super('handed off')
    this.enqueue = enqueue
  }
}

export type WorkRequest = {
  readonly services: WorkServices
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

/** Returns whether the work has ended, now or earlier. Throws if it must be retried later, or must never be retried. */
export async function runAttempt<Change>(
  request: WorkRequest,
  ledger: AttemptStore<Change>,
  work: (tools: WorkTools, saveInterim: SaveInterim<Change>) => Promise<WorkResult<Change>>,
): Promise<'ended' | 'handed off'> {
  const { services, signal, log } = request
  const { db, files } = services
  const attempt = await ledger.start(db)
  if (attempt === null) return 'ended'
  if (attempt > maxAttempts) return giveUp(request, ledger, 'video_failed', 'its attempts are used up')
  const kept: FileKey[] = []
  let isSaving = false
  const saveInterim: SaveInterim<Change> = async (result) => {
    isSaving = true
    await runTransaction(db, async (trx) => {
      if (!(await ledger.isCurrent(trx))) throw new Error(`Another attempt at ${ledger.name} has begun`)
      await ledger.save(trx, result.change)
      await result.followUp?.(trx)
    })
    isSaving = false
    kept.length = 0
  }
  try {
    const tools = await services.media.tools()
    const result = await files.withFolder((folder) =>
      work(
        {
          tools,
          signal,
          folder,
          onProgress: throttle((percent) => ledger.saveProgress(db, percent)),
          async storeFile(contentType, content, options) {
            const key = newFileKey(derivedFolder, contentType)
            kept.push(key)
            if (typeof content !== 'string') await files.put(key, content)
            else if (await hasContent(content)) await files.putLocalFile(key, content, options)
            else throw new VideoFault('video_unreadable', 'nothing could be made of it')
            return key
          },
        },
        saveInterim,
      ),
    )
    isSaving = true
    const isOurs = await runTransaction(db, async (trx) => {
      if (!(await ledger.end(trx, result.isSkipped ? 'skipped' : 'done'))) return false
      await ledger.save(trx, result.change)
      await result.followUp?.(trx)
      return true
    })
    if (!isOurs) await removeAll(request, kept)
    return 'ended'
  } catch (error) {
    // If only the database's response was lost, rows may name these files; otherwise the sweep removes them.
    if (!isSaving) await removeAll(request, kept)
    if (error instanceof HandedOff) {
      await runTransaction(db, async (trx) => {
        await ledger.release(trx, false)
        await error.enqueue(trx)
      })
      return 'handed off'
    }
    if (signal.aborted) {
      await ledger.release(db, false)
      throw error
    }
    const fault = faultOf(error)
    const reason = error instanceof Error ? error.message : String(error)
    if (fault !== null) return giveUp(request, ledger, fault, reason)
    if (attempt >= maxAttempts) return giveUp(request, ledger, 'video_failed', reason)
    await ledger.release(db, true)
    log(`The step ${ledger.name} will be tried again`)
    throw error
  }
}

/** A program that could read nothing may exit successfully without writing anything. */
const hasContent = (file: string): Promise<boolean> =>
  stat(file).then(
    ({ size }) => size > 0,
    () => false,
  )

async function giveUp<Change>(
  { services: { db } }: WorkRequest,
  ledger: AttemptStore<Change>,
  code: VideoErrorCode,
  reason: string,
): Promise<never> {
  await runTransaction(db, (trx) => ledger.end(trx, 'failed', code))
  throw new PermanentFailure(`${ledger.name}: ${videoErrors[code]} (${reason})`)
}

async function removeAll({ services }: WorkRequest, keys: readonly FileKey[]): Promise<void> {
  for (const key of keys) {
    await services.files.remove(key).catch((error: unknown) => services.log.warn({ err: error, key }, 'a file stays'))
  }
}

function throttle(save: (percent: number) => Promise<void>): (percent: number) => void {
  let next = 0
  return (percent) => {
    if (Date.now() < next) return
    next = Date.now() + progressMs
    // Only displayed to people; the work does not depend on it.
    save(stepProgress(percent)).catch(() => undefined)
  }
}
