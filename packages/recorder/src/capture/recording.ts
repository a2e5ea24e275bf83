/**
 * One recording after another: asks what to record, counts down, encodes, writes every chunk to the spool and sends it.
 * The events go through the table in recording-state.ts; what they cause happens here.
 */
import type { RecordingMark } from '@knowreel/shared/video/paragraph/recording-marks.ts'
import type { StepHint } from '@knowreel/shared/video/step-hints.ts'
import { hintLimits } from '@knowreel/shared/video/hint-address.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { growingSource, type GrowingSource } from '../upload/index.ts'
import type {
  Capture,
  Clock,
  Encoder,
  EncoderListener,
  RecordingFacts,
  RecordingUpload,
  Spool,
  SpoolWriter,
} from './capture-ports.ts'
import { nextPhase, type RecordingEvent, type RecordingPhase } from './recording-state.ts'

/** Milliseconds that were recorded: the sum of the times between start or resume and pause. Pure, given the times. */
type RecordingClock = {
  readonly recorded: number
  /** When the current stretch began; null while paused. */
  readonly since: number | null
}

const stoppedClock: RecordingClock = { recorded: 0, since: null }

const elapsedAt = ({ recorded, since }: RecordingClock, now: number): number =>
  Math.round(recorded + (since === null ? 0 : Math.max(0, now - since)))

const startClock = (clock: RecordingClock, now: number): RecordingClock =>
  clock.since === null ? { ...clock, since: now } : clock

const stopClock = (clock: RecordingClock, now: number): RecordingClock => ({
  recorded: elapsedAt(clock, now),
  since: null,
})

/** Why a recording could not begin, or ended early. */
export type RecordingProblem =
  /** The person, their computer or their company does not allow it. */
  'refused' | 'sourceGone' | 'noSpace' | 'encoderFailed' | 'nothingRecorded' | 'uploadFailed'

/** An event of a recording that continues, or waits for the person. */
export type RecordingNotice =
  | 'microphoneLost'
  | 'cameraLost'
  /** The computer was asleep, and the recording is paused. */
  | 'slept'

export type RecordingState = {
  readonly phase: RecordingPhase
  /** Null until recording begins. */
  readonly facts: RecordingFacts | null
  /** 3, 2, 1; null outside the countdown. */
  readonly countdown: number | null
  readonly clock: RecordingClock
  readonly marks: readonly RecordingMark[]
  readonly problem: RecordingProblem | null
  readonly notice: RecordingNotice | null
}

export const idleRecording: RecordingState = {
  phase: 'idle',
  facts: null,
  countdown: null,
  clock: stoppedClock,
  marks: [],
  problem: null,
  notice: null,
}

export type RecordingPorts = {
  readonly clock: Clock
  readonly spool: Spool
  readonly upload: RecordingUpload
  readonly encode: (stream: MediaStream, listener: EncoderListener) => Encoder
  readonly onState: (state: RecordingState) => void
}

export type RecordingRequest = {
  /** Account and company. */
  readonly owner: string
  /** Asks for what is recorded; rejects if that is refused. */
  readonly open: () => Promise<Capture>
  /** Time in ms for the countdown to leave the screen that is recorded. */
  readonly settleMs?: number
  /** See RecordingFacts. */
  readonly context: unknown
}

export type Recording = {
  state(): RecordingState
  /** In milliseconds. */
  elapsed(): number
  start(request: RecordingRequest): Promise<void>
  /** Ends the countdown early. */
  startNow(): void
  pause(): void
  resume(): void
  restart(): Promise<void>
  /** Deletes everything. */
  discard(): Promise<void>
  stop(): Promise<void>
  /** A paragraph begins now. */
  mark(title?: string): void
  /** Names the last paragraph that was marked. */
  nameLastMark(title: string): void
  /** Something was clicked or opened in what is recorded. */
  addHint(hint: Omit<StepHint, 'at'>): void
  dismiss(): void
}

const countdownSeconds = 3
const heartbeatMs = 5000
/** Browsers delay the timers of hidden pages by up to a minute. */
const sleepMs = 90_000

/** One attempt; a restart begins another with the same capture. */
type Attempt = {
  readonly facts: RecordingFacts
  readonly encoder: Encoder
  readonly source: GrowingSource
  /** Aborts when the attempt ends. */
  readonly ending: AbortController
  writer: SpoolWriter | null
  /** The writing of all chunks so far. */
  written: Promise<void>
  hasContent: boolean
  hints: readonly StepHint[]
}

export function createRecording(ports: RecordingPorts): Recording {
  const { clock, spool, upload } = ports
  let state = idleRecording
  let request: RecordingRequest | null = null
  let capture: Capture | null = null
  let attempt: Attempt | null = null
  let counting = new AbortController()

  const show = (change: Partial<RecordingState>) => {
    state = { ...state, ...change }
    ports.onState(state)
  }
  /** False if the event came too late. */
  const dispatch = (event: RecordingEvent, change: Partial<RecordingState> = {}): boolean => {
    const phase = nextPhase(state.phase, event)
    if (phase === state.phase) return false
    show({ ...change, phase })
    return true
  }
  const closeCapture = () => {
    counting.abort()
    capture?.close()
    capture = null
  }

  const countDown = async () => {
    counting = new AbortController()
    const { signal } = counting
    for (let second = countdownSeconds; second > 0; second--) {
      show({ countdown: second })
      await clock.wait(1000, signal).catch(() => undefined)
      // Ended early, or there is nothing to count for any more.
      if (signal.aborted) break
    }
    show({ countdown: null })
    const { settleMs = 0 } = request ?? {}
    if (settleMs > 0) await clock.wait(settleMs, new AbortController().signal)
    if (state.phase === 'countingDown' && counting.signal === signal) await begin()
  }

  const begin = async () => {
    if (request === null || capture === null) return
    const made = prepare(capture, request)
    try {
      made.writer = await spool.create(made.facts)
    } catch {
      return fail('noSpace')
    }
    if (state.phase !== 'countingDown') return void spool.remove(made.facts.id)
    attempt = made
    made.encoder.start()
    dispatch('counted', { facts: made.facts, countdown: null, clock: startClock(stoppedClock, clock.now()) })
    void watchSleep(made)
    await upload.begin(made.facts, made.source)
  }

  /** Nobody wants what is on the screen after the computer was asleep, until they say so. */
  const watchSleep = async ({ ending: { signal } }: Attempt) => {
    while (!signal.aborted) {
      const before = clock.wallTime()
      await clock.wait(heartbeatMs, signal).catch(() => undefined)
      if (!signal.aborted && clock.wallTime() - before > sleepMs && state.phase === 'recording') {
        pause()
        show({ notice: 'slept' })
      }
    }
  }
  const pause = () => {
    if (dispatch('pause', { clock: stopClock(state.clock, clock.now()) })) attempt?.encoder.pause()
  }

  const prepare = ({ stream }: Capture, { owner, context }: RecordingRequest): Attempt => {
    const encoder = ports.encode(stream, {
      onChunk(chunk) {
        if (chunk.size === 0) return
        made.hasContent = true
        const elapsed = elapsedAt(state.clock, clock.now())
        made.written = made.written.then(async () => made.source.append(await store(made, chunk, elapsed)))
      },
      onFailed: () => void end('failed', 'encoderFailed'),
    })
    const { mime } = encoder
    const facts = { id: newId(), owner, mime, startedAt: Date.now(), isWhole: false, marks: [], context }
    const source = growingSource('', mime)
    const made: Attempt = {
      facts,
      encoder,
      source,
      ending: new AbortController(),
      writer: null,
      written: Promise.resolve(),
      hasContent: false,
      hints: [],
    }
    return made
  }
  /** A chunk that the disk cannot store is sent from memory, and the recording ends. */
  const store = async ({ writer }: Attempt, chunk: Blob, elapsed: number): Promise<Blob> => {
    try {
      return (await writer?.append(chunk, elapsed)) ?? chunk
    } catch {
      void end('failed', 'noSpace')
      return chunk
    }
  }

  const drop = async () => {
    const dropped = attempt
    attempt = null
    if (dropped === null) return
    dropped.ending.abort()
    await dropped.encoder.stop()
    await dropped.written
    await upload.cancel(dropped.facts.id)
    await spool.remove(dropped.facts.id)
  }

  const fail = (problem: RecordingProblem) => {
    closeCapture()
    dispatch('failed', { problem, countdown: null })
  }

  const end = (event: 'stop' | 'ended' | 'failed', problem: RecordingProblem | null): Promise<void> => {
    if (state.phase === 'countingDown' && event !== 'stop') {
      fail(problem ?? 'sourceGone')
      return Promise.resolve()
    }
    const isEnding = dispatch(event, { clock: stopClock(state.clock, clock.now()), problem })
    return isEnding && attempt !== null ? finish(attempt) : Promise.resolve()
  }

  const finish = async (finished: Attempt) => {
    const { facts, encoder, source, ending } = finished
    ending.abort()
    await encoder.stop()
    closeCapture()
    await finished.written
    attempt = null
    if (!finished.hasContent) {
      await upload.cancel(facts.id)
      await spool.remove(facts.id)
      return void dispatch('nothing', { problem: 'nothingRecorded' })
    }
    const { marks } = state
    // Without this, it is offered as interrupted at the next start: nothing is lost.
    const { hints } = finished
    await spool.update(facts.id, { isWhole: true, marks, hints }).catch(() => undefined)
    await upload.setMarks(facts.id, marks, hints)
    source.end()
    dispatch('spooled')
    if (await upload.finish(facts.id)) dispatch('accepted')
    else dispatch('uploadFailed', { problem: 'uploadFailed' })
  }

  const setMarks = (marks: readonly RecordingMark[]) => {
    show({ marks })
    // A crash loses no paragraph.
    if (attempt !== null) void spool.update(attempt.facts.id, { marks }).catch(() => undefined)
  }
  const isRunning = () => state.phase === 'recording' || state.phase === 'paused'

  return {
    state: () => state,
    elapsed: () => elapsedAt(state.clock, clock.now()),
    async start(asked) {
      if (!dispatch('start', { ...idleRecording })) return
      request = asked
      let opened: Capture
      try {
        opened = await asked.open()
      } catch {
        return void dispatch('refused', { problem: 'refused' })
      }
      if (state.phase !== 'asking') return opened.close()
      capture = opened
      opened.onEnded(() => void end('ended', 'sourceGone'))
      opened.onDeviceLost((device) => show({ notice: device === 'camera' ? 'cameraLost' : 'microphoneLost' }))
      dispatch('granted')
      await countDown()
    },
    startNow: () => counting.abort(),
    pause,
    resume() {
      const notice = state.notice === 'slept' ? null : state.notice
      if (dispatch('resume', { clock: startClock(state.clock, clock.now()), notice })) attempt?.encoder.resume()
    },
    async restart() {
      if (!dispatch('restart', { facts: null, clock: stoppedClock, marks: [] })) return
      const dropping = drop()
      await countDown()
      await dropping
    },
    async discard() {
      if (!dispatch('discard', { ...idleRecording })) return
      const dropping = drop()
      closeCapture()
      await dropping
    },
    stop: () => end('stop', null),
    mark(title = '') {
      if (isRunning()) setMarks([...state.marks, { at: elapsedAt(state.clock, clock.now()), title }])
    },
    nameLastMark(title) {
      const last = state.marks.at(-1)
      if (isRunning() && last) setMarks([...state.marks.slice(0, -1), { ...last, title }])
    },
    addHint(hint) {
      if (attempt === null || state.phase !== 'recording' || attempt.hints.length >= hintLimits.hints) return
      attempt.hints = [...attempt.hints, { ...hint, at: elapsedAt(state.clock, clock.now()) }]
      void spool.update(attempt.facts.id, { hints: attempt.hints }).catch(() => undefined)
    },
    dismiss: () => void dispatch('dismiss', { ...idleRecording }),
  }
}
