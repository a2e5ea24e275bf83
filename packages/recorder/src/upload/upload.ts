/**
 * The uploader: requests a part, sends it, writes it to the journal, and so on; then it accepts all parts and follows
 * the processing to its end. Parts are sent one by one in order, so that the server assembles one file as they arrive.
 * It resumes automatically after a lost network, sleep and a restart of the server; after a restart of the browser it
 * is created again from its journal entry.
 */
import { stallMs, uploadLimits, uploadTooLarge } from '@knowreel/shared/video/upload/upload-protocol.ts'
import { livePartSize, nextPartSize, partSizes } from './part-size.ts'
import { backOffMs, delay, isPermanentError, errorStatusOf, waitToRetry } from './retry.ts'
import { PartExpired, PartRefused, sendPart, type PartToSend } from './send-part.ts'
import type { Connection, JournalEntry, PartTransport, UploadCalls, UploadJournal } from './upload-ports.ts'
import type { UploadSource } from './upload-source.ts'
import { idleUpload, reduceUpload, uploadMessages, type UploadEvent, type UploadState } from './upload-state.ts'

/** After this many failures in a row without progress, it stops and offers a retry. */
const maxFailures = 20
const pollMs = 2000

export type UploadOptions = {
  readonly source: UploadSource
  /** A new entry, or that of an interrupted upload. */
  readonly entry: JournalEntry
  readonly calls: UploadCalls
  readonly transport: PartTransport
  readonly journal: UploadJournal
  readonly connection: Connection
  readonly onState?: (state: UploadState) => void
  /** Milliseconds without progress after which a part is sent again; two minutes by default. */
  readonly stallMs?: number
  /** How long the bytes of a recording wait for their part to grow; by default, as long as it takes. */
  readonly maxPartMs?: (partsSent: number) => number
}

export type Upload = {
  state(): UploadState
  /** Starts, or retries after a failure. Resolves when the upload is finished, failed or cancelled; never rejects. */
  run(): Promise<UploadState>
  /** Stops sending until `run` is called again. Once all bytes have arrived there is nothing to pause. */
  pause(): Promise<void>
  /** Updates the journal; the article is used when the upload is accepted. */
  updateEntry(change: Partial<Pick<JournalEntry, 'articleId' | 'context' | 'marks' | 'hints'>>): Promise<void>
  /** Removes it from the journal; the server deletes what arrived on its own schedule. */
  cancel(): Promise<void>
}

export function createUpload(options: UploadOptions): Upload {
  let state = idleUpload
  let entry = options.entry
  let running: AbortController | null = null
  let ended: Promise<void> = Promise.resolve()
  const dispatch = (event: UploadEvent) => {
    const next = reduceUpload(state, event)
    if (next === state) return
    state = next
    options.onState?.(state)
  }
  const save = async (change: Partial<JournalEntry>) => {
    entry = { ...entry, ...change, updatedAt: Date.now() }
    // A browser without room for the journal can still upload; it just cannot resume after a restart.
    await options.journal.save(entry).catch(() => undefined)
  }
  const context: UploadContext = { ...options, dispatch, save, entry: () => entry }

  return {
    state: () => state,
    async run() {
      if (running?.signal.aborted) await ended
      if (running !== null || state.phase === 'finished' || state.phase === 'cancelled') return state
      const { signal } = (running = new AbortController())
      const end = Promise.withResolvers<void>()
      ended = end.promise
      try {
        dispatch({ type: 'began', sent: sentBytes(entry), total: options.source.extent().bytes })
        await runUpload(context, signal)
      } catch (error) {
        if (!signal.aborted) dispatch(toFailedEvent(error))
      } finally {
        running = null
        end.resolve()
      }
      return state
    },
    async pause() {
      dispatch({ type: 'paused' })
      if (state.phase !== 'paused') return
      running?.abort(new Error('The upload was paused'))
      await ended
    },
    updateEntry: save,
    async cancel() {
      dispatch({ type: 'cancelled' })
      running?.abort(new Error('The upload was cancelled'))
      await options.journal.remove(entry.id).catch(() => undefined)
    },
  }
}

type UploadContext = UploadOptions extends infer Options
  ? Omit<Options, 'entry'> & {
      readonly dispatch: (event: UploadEvent) => void
      readonly save: (change: Partial<JournalEntry>) => Promise<void>
      readonly entry: () => JournalEntry
    }
  : never

/** The uploaded file is no valid recording; the server says why. */
class VideoProcessingError extends Error {
  override name = 'VideoProcessingError'
}

function toFailedEvent(error: unknown): UploadEvent {
  if (error instanceof VideoProcessingError) return { type: 'failed', message: error.message, canRetry: false }
  const code = errorCodeOf(error)
  if (code === 'unknown_article') return { type: 'failed', message: uploadMessages.articleGone, canRetry: false }
  if (code === 'too_many_uploads') return { type: 'failed', message: uploadMessages.tooMany, canRetry: true }
  return { type: 'failed', canRetry: true }
}

const sentBytes = ({ parts }: JournalEntry): number => parts.reduce((sum, { size }) => sum + size, 0)

async function runUpload(context: UploadContext, signal: AbortSignal): Promise<void> {
  let id = context.entry().acceptId
  for (let begun = 0; id === null; begun++) {
    try {
      await sendAll(context, signal)
      id = await accept(context, signal)
    } catch (error) {
      // The parts are gone from the server. The upload starts over once; a second loss is no accident.
      if (!(error instanceof PartExpired) || begun > 0) throw error
      await context.save({ parts: [], current: null })
      context.dispatch({ type: 'restarted' })
    }
  }
  await context.save({ acceptId: id })
  context.dispatch({ type: 'accepted', id })
  await pollStatus(context, id, signal)
  await context.journal.remove(context.entry().id).catch(() => undefined)
}

async function sendAll(context: UploadContext, signal: AbortSignal): Promise<void> {
  const { source, dispatch, save, entry } = context
  const failures = createRetryPolicy(context, signal)
  let wanted: number = partSizes.initial
  for (;;) {
    const start = sentBytes(entry())
    const { current } = entry()
    const size = await nextPartBytes(context, start, current?.size ?? null, wanted, signal)
    if (size === 0) return
    if (start + size > uploadLimits.totalBytes) throw new PartRefused(uploadTooLarge)
    const part: PartToSend =
      current === null
        ? await newPart(context, failures, size, signal)
        : { ...current, size, url: null, isStarted: true }
    await save({ current: { id: part.id, size } })
    const began = performance.now()
    let first: number | null = part.isStarted ? null : 0
    const bytes = await sendPart(
      {
        calls: context.calls,
        transport: context.transport,
        signal,
        stallMs: context.stallMs ?? stallMs,
        slice: (from, to) => source.slice(start + from, start + to),
        onProgress(sent) {
          first ??= sent
          dispatch({ type: 'sent', sent: start + sent, total: source.extent().bytes })
        },
        retry: failures.retry,
      },
      part,
    )
    failures.reset()
    wanted = nextPartSize(wanted, { bytes: bytes - (first ?? 0), ms: performance.now() - began })
    await save({ parts: [...entry().parts, { id: part.id, size: bytes }], current: null })
    dispatch({ type: 'sent', sent: start + bytes, total: source.extent().bytes })
  }
}

/**
 * The size of the next part, which is fixed if some of it was sent already; waits until a growing recording has enough
 * bytes. 0 at the end.
 */
async function nextPartBytes(
  { source, entry, maxPartMs }: UploadContext,
  start: number,
  fixed: number | null,
  wanted: number,
  signal: AbortSignal,
): Promise<number> {
  const { size, parts } = entry()
  const isRecording = size === null
  const whileGrowing = fixed ?? (isRecording ? Math.min(wanted, livePartSize(parts.length)) : wanted)
  const began = performance.now()
  const waitMs = isRecording && fixed === null ? (maxPartMs?.(parts.length) ?? Infinity) : Infinity
  for (;;) {
    signal.throwIfAborted()
    const { bytes, isComplete } = source.extent()
    if (bytes < start) {
      // A computer without power may lose what it wrote last; the server has it.
      if (isRecording && isComplete) return 0
      throw new PartRefused('The file is shorter than what was sent of it')
    }
    const rest = bytes - start
    if (isComplete) return Math.min(rest, fixed ?? wanted)
    if (rest >= whileGrowing) return whileGrowing
    if (rest > 0 && performance.now() - began >= waitMs) return rest
    await source.waitForChange(signal)
  }
}

async function newPart(
  { calls, entry }: UploadContext,
  failures: RetryPolicy,
  size: number,
  signal: AbortSignal,
): Promise<PartToSend> {
  const after = entry().parts.at(-1)?.id
  try {
    const { id, url } = await callWithRetry(
      failures,
      () => calls.url(after === undefined ? {} : { after }, signal),
      signal,
    )
    return { id, url, size, isStarted: false }
  } catch (error) {
    if (after !== undefined && (errorStatusOf(error) === 404 || isMissingPart(error))) throw new PartExpired()
    throw error
  }
}

async function accept(context: UploadContext, signal: AbortSignal): Promise<string> {
  const { source, calls, entry, dispatch } = context
  const { parts, articleId, marks, hints } = entry()
  if (parts.length === 0) throw new PartRefused('There is nothing to upload')
  const failures = createRetryPolicy(context, signal)
  const body = {
    parts: parts.map(({ id }) => id),
    ...(articleId === null ? {} : { articleId }),
    ...(source.name === '' ? {} : { name: source.name }),
    ...(source.mime === '' ? {} : { mime: source.mime }),
    ...(marks?.length ? { marks: [...marks] } : {}),
    ...(hints?.length ? { hints: [...hints] } : {}),
  }
  dispatch({ type: 'accepting' })
  try {
    return (await callWithRetry(failures, () => calls.accept(body, signal), signal)).id
  } catch (error) {
    if (isMissingPart(error)) throw new PartExpired()
    throw error
  }
}

const errorCodeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null

const isMissingPart = (error: unknown): boolean => errorCodeOf(error) === 'part_missing'

async function pollStatus(
  { calls, dispatch, connection, journal, entry }: UploadContext,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  for (let misses = 0; ;) {
    try {
      const { status, video, progress, error } = await calls.status(id, signal)
      misses = 0
      if (status === 'finished') return dispatch({ type: 'finished', video })
      if (status === 'error') {
        await journal.remove(entry().id).catch(() => undefined)
        throw new VideoProcessingError(error ?? undefined)
      }
      dispatch({ type: 'polled', progress })
    } catch (error) {
      if (signal.aborted || error instanceof VideoProcessingError || isPermanentError(error)) throw error
      misses++
      await waitToRetry(backOffMs(misses, Math.random()), connection, signal)
    }
    await delay(pollMs, signal)
  }
}

type RetryPolicy = {
  /** Waits until the next try; throws after too many. */
  readonly retry: (error: unknown, hasProgress: boolean) => Promise<void>
  readonly reset: () => void
}

function createRetryPolicy({ connection, dispatch }: UploadContext, signal: AbortSignal): RetryPolicy {
  let count = 0
  return {
    async retry(error, hasProgress) {
      signal.throwIfAborted()
      // The person has to finish another upload first.
      if (isPermanentError(error) || errorCodeOf(error) === 'too_many_uploads') throw error
      const isOnline = connection.isOnline()
      count = hasProgress ? 1 : count + 1
      // Being offline does not count as a failure, however long it lasts.
      if (!isOnline) count = 1
      if (count > maxFailures) throw error
      dispatch({ type: 'lost', isOnline })
      await waitToRetry(backOffMs(count, Math.random()), connection, signal)
    },
    reset: () => (count = 0),
  }
}

async function callWithRetry<Answer>(
  failures: RetryPolicy,
  ask: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  for (;;) {
    try {
      const answer = await ask()
      failures.reset()
      return answer
    } catch (error) {
      if (signal.aborted) throw error
      await failures.retry(error, false)
    }
  }
}
