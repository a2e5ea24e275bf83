/**
 * Plays any play map seamlessly by decoding pictures and sound itself. The sound is the clock: pieces are scheduled on
 * the audio clock, and every animation frame draws the frame due at the audible time. Piece and frame are derived from
 * the clock alone, so nothing can drift.
 *
 * loading → paused ⇄ playing → ended; playing ⇄ waiting when pictures or sound do not keep up: the clock then stops.
 */
import type { VideoSample } from 'mediabunny'
import { durationOf, locate, startsOf, type Ms, type Piece } from '@knowreel/shared/video/play-map.ts'
import type { Engine, EngineOptions, PlayState } from './engine.ts'
import { readFrames, type PieceFrames } from './piece-frames.ts'
import { createFramePainter } from './frame-painter.ts'
import { isInPictureInPicture } from './is-in-picture-in-picture.ts'
import { crossFadeSeconds, playAudio, type PieceAudio } from './piece-audio.ts'
import { createPitchCorrector } from './pitch-corrector.ts'
import { frameToleranceSeconds } from './player.rules.ts'
import { openRecording, UndecodableRecording } from './recording.ts'
import { createRecordings, type HeldRecording } from './recordings.ts'

/** Delay between scheduling sound and hearing it, in seconds. */
const audioLeadSeconds = 0.15
/** Delay between drawing a frame and seeing it, in ms. */
const displayDelayMs: Ms = 26
/** The next pieces are opened this long before they start, in ms of playback; decoding up to a cut takes a while. */
const openAheadMs: Ms = 2500
const maxOpenPieces = 6
const audioAheadMs: Ms = 3500
const timerMs = 200
const hiddenFrameMs = 33
/** A paused player releases its decoders after this long. */
const idleReleaseMs = 10_000

type OpenPiece = {
  readonly index: number
  readonly held: HeldRecording | null
  readonly frames: PieceFrames | null
  readonly audio: PieceAudio | null
}

export function createDecodeEngine({
  map: firstMap,
  resolveSource,
  start,
  onState,
  onFault,
  onFrame,
}: EngineOptions): Engine {
  const canvas = document.createElement('canvas')
  const painter = createFramePainter(canvas)
  const context = new AudioContext({ latencyHint: 'playback' })
  const volume = context.createGain()
  volume.connect(context.destination)
  const pitch = createPitchCorrector(context, volume)
  const recordings = createRecordings((videoId) => openRecording(videoId, resolveSource))
  let map = firstMap
  let starts = startsOf(map)
  let duration = durationOf(map)

  let state: PlayState = 'loading'
  let speed = 1
  let early = 0
  let pitched: Promise<void> = Promise.resolve()
  /** While playing, the map time at the audio clock `anchorAt`; otherwise the time shown. */
  let anchor: Ms = start
  let anchorAt = 0
  let frame = 0
  let hiddenFrame: ReturnType<typeof setTimeout> | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let rest: ReturnType<typeof setTimeout> | undefined
  let open: OpenPiece[] = []
  /** Increases with every seek, play and pause; asynchronous work of an earlier turn is dropped. */
  let turn = 0
  let isDestroyed = false

  const setState = (next: PlayState) => {
    if (state === next || isDestroyed) return
    state = next
    onState(next)
  }

  const fail = (error: unknown) => {
    if (isDestroyed) return
    stopClock()
    setState('error')
    const isSource = error instanceof UndecodableRecording
    const message = error instanceof Error ? error.message : String(error)
    onFault({ kind: isSource ? 'source' : error instanceof TypeError ? 'network' : 'decode', message })
  }

  const isRunning = () => state === 'playing'

  /** The map time that is audible at `at`; before the first sound is output, the time where it will start. */
  function time(at = performance.now()): Ms {
    if (!isRunning()) return anchor
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
    const heard = performanceTime > 0 ? contextTime + (at - performanceTime) / 1000 : context.currentTime
    return Math.min(duration, Math.max(anchor, anchor + (heard - anchorAt) * 1000 * speed))
  }

  /** The audio clock time at which a map time is heard. */
  const heardAt = (at: Ms) => anchorAt + (at - anchor) / 1000 / speed

  async function openPiece(index: number, from: Ms, mine: number): Promise<void> {
    const piece = map[index]
    if (piece === undefined || open.some((one) => one.index === index)) return
    // Added before the first await, so that no piece is opened twice.
    const opening: OpenPiece = { index, held: null, frames: null, audio: null }
    open.push(opening)
    const held = await recordings.hold(piece.videoId)
    if (mine !== turn) return held.release()
    const { recording } = held
    const skipped = Math.max(0, from - (starts[index] ?? 0))
    const [first, end] = rangeOf(piece, skipped)
    const pictures = readFrames(recording.frames, first, end, (error) => mine === turn && fail(error))
    const sound =
      recording.audio === null
        ? null
        : playAudio(
            context,
            recording.audio,
            {
              at: heardAt((starts[index] ?? 0) + skipped) - early,
              from: first,
              to: end,
              speed,
              isFadedIn: skipped === 0 && index > 0,
            },
            pitch.input,
            (error) => mine === turn && fail(error),
          )
    const at = open.indexOf(opening)
    const opened = { index, held, frames: pictures, audio: sound }
    if (at === -1) closePiece(opened)
    else open[at] = opened
  }

  /** In seconds of the recording. */
  const rangeOf = (piece: Piece, skipped: Ms): readonly [number, number] => [
    (piece.in + skipped) / 1000,
    (piece.in + piece.dur) / 1000,
  ]

  function closePiece({ frames, audio, held }: OpenPiece): void {
    frames?.close()
    audio?.stop()
    held?.release()
  }

  function closePieces(): void {
    for (const piece of open) closePiece(piece)
    open = []
  }

  function stopClock(): void {
    turn++
    cancelAnimationFrame(frame)
    clearTimeout(hiddenFrame)
    clearInterval(timer)
    clearTimeout(rest)
    closePieces()
  }

  /**
   * Opens pieces that are due soon and closes past ones; driven by a timer, because hidden pages have no animation
   * frames.
   */
  function keepAhead(mine: number): void {
    if (mine !== turn) return
    const now = time()
    const present = locate(map, now)?.index ?? 0
    const isOver = ({ index }: OpenPiece) =>
      index < present && now > (starts[index + 1] ?? 0) + crossFadeSeconds * 1000 + 200
    for (const piece of open) {
      if (isOver(piece)) closePiece(piece)
      else if (piece.index < present) piece.frames?.close()
    }
    open = open.filter((piece) => !isOver(piece))
    for (let index = present; index < Math.min(map.length, present + maxOpenPieces); index++) {
      const begins = starts[index] ?? 0
      if (begins > now + Math.max(openAheadMs, audioAheadMs) * speed) break
      openPiece(index, Math.max(now, begins), mine).catch((error: unknown) => mine === turn && fail(error))
    }
    if (now >= duration) finish()
    else if (isLate(now)) void wait(now)
  }

  function isLate(now: Ms): boolean {
    const found = locate(map, now)
    const piece = open.find(({ index }) => index === found?.index)
    if (found === null || piece?.frames == null) return context.currentTime > anchorAt + 0.5
    if (piece.frames.isStarved(found.videoTime / 1000)) return true
    const until = piece.audio?.scheduledUntil() ?? Infinity
    return until < context.currentTime && until < heardAt((starts[found.index + 1] ?? duration) - 50)
  }

  function finish(): void {
    stopClock()
    anchor = duration
    setState('ended')
  }

  /** Stops the clock until pictures and sound are available again. */
  async function wait(now: Ms): Promise<void> {
    stopClock()
    anchor = now
    setState('waiting')
    await begin()
  }

  /**
   * `shownAt`: of the display's frame. Frames are chosen by it, because the page is called at varying times after it,
   * which would show every other frame a display frame too long.
   */
  function draw(mine: number, shownAt?: number): void {
    if (mine !== turn) return
    const now = time(shownAt) + displayDelayMs * speed
    const found = locate(map, Math.min(now, duration - 1))
    const piece = open.find(({ index }) => index === found?.index)
    const sample = found && piece?.frames?.takeFrame(found.videoTime / 1000)
    if (sample) void painter.paint(sample, () => onFrame?.(now))
    nextDraw(mine)
  }

  /** Hidden pages have no animation frames, but their picture may be visible in picture-in-picture. */
  function nextDraw(mine: number): void {
    cancelAnimationFrame(frame)
    clearTimeout(hiddenFrame)
    if (document.hidden && isInPictureInPicture()) hiddenFrame = setTimeout(() => draw(mine), hiddenFrameMs)
    else frame = requestAnimationFrame((shownAt) => draw(mine, shownAt))
  }

  async function readFrame({ piece, videoTime }: { piece: Piece; videoTime: Ms }): Promise<VideoSample | null> {
    const held = await recordings.hold(piece.videoId)
    try {
      return await held.recording.frames.getSample(videoTime / 1000 + frameToleranceSeconds)
    } finally {
      held.release()
    }
  }

  /** Starts the clock at the current time once the first frame is available. */
  async function begin(): Promise<void> {
    const mine = ++turn
    clearTimeout(rest)
    closePieces()
    await Promise.all([context.resume(), pitched])
    if (mine !== turn) return
    const found = locate(map, anchor)
    if (found === null) return finish()
    const opening = await readFrame(found)
    if (mine !== turn) {
      opening?.close()
      return
    }
    if (opening !== null) void painter.paint(opening)
    anchorAt = context.currentTime + audioLeadSeconds + early
    setState('playing')
    keepAhead(mine)
    timer = setInterval(() => keepAhead(mine), timerMs)
    draw(mine)
  }

  /** Seeks run one at a time and the last request wins: dragging the play head produces many per second. */
  let requestedTime: Ms | null = null
  let seeking: Promise<void> | null = null

  async function showStill(): Promise<void> {
    while (requestedTime !== null && !isDestroyed) {
      const at = requestedTime
      requestedTime = null
      const found = locate(map, Math.min(at, Math.max(0, duration - 1)))
      if (found === null) break
      const sample = await readFrame(found)
      if (sample === null || isRunning()) sample?.close()
      else await painter.paint(sample, () => onFrame?.(at))
    }
  }

  const still = (at: Ms): Promise<void> => {
    requestedTime = at
    seeking ??= showStill().finally(() => (seeking = null))
    return seeking
  }

  const engine: Engine = {
    kind: 'decode',
    element: canvas,
    time: () => time(),
    state: () => state,
    async play() {
      if (isRunning() || state === 'waiting') return
      if (anchor >= duration) anchor = 0
      setState('waiting')
      try {
        await begin()
      } catch (error) {
        fail(error)
      }
    },
    pause() {
      const at = time()
      stopClock()
      anchor = at
      setState('paused')
      rest = setTimeout(() => void context.suspend(), idleReleaseMs)
    },
    async seek(at) {
      const wasRunning = isRunning() || state === 'waiting'
      stopClock()
      anchor = Math.min(duration, Math.max(0, at))
      try {
        if (wasRunning) {
          setState('waiting')
          await begin()
        } else {
          if (state === 'ended' || state === 'error') setState('paused')
          await still(anchor)
        }
      } catch (error) {
        fail(error)
      }
    },
    setMap(next, at) {
      // Pieces are opened anew by their index in this map; their recordings stay open.
      map = next
      starts = startsOf(map)
      duration = durationOf(map)
      return engine.seek(at)
    },
    setSpeed(next) {
      if (next === speed) return
      const at = time()
      const wasRunning = isRunning() || state === 'waiting'
      stopClock()
      anchor = at
      speed = next
      const mine = turn
      pitched = pitch.setSpeed(next).then((latency) => {
        if (speed === next) early = latency
      })
      if (!wasRunning) return
      setState('waiting')
      void pitched.then(() => (mine === turn ? begin() : undefined)).catch(fail)
    },
    setVolume(level) {
      volume.gain.setTargetAtTime(level, context.currentTime, 0.01)
    },
    destroy() {
      stopClock()
      isDestroyed = true
      document.removeEventListener('visibilitychange', onVisibility)
      pitch.destroy()
      recordings.dispose()
      void context.close()
      painter.destroy()
    },
  }

  const onVisibility = () => isRunning() && nextDraw(turn)
  document.addEventListener('visibilitychange', onVisibility)
  still(start)
    // It may be playing already.
    .then(() => {
      if (state === 'loading') setState('paused')
      pitch.prepare()
    })
    .catch(fail)
  return engine
}
