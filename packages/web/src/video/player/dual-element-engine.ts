/**
 * Plays a play map with two alternating video elements, for browsers without WebCodecs. The waiting element silently
 * runs up to its piece behind the other, and they are swapped when the other's piece ends. This is not frame-exact and
 * the sound dips at cuts; the rendition replaces it once available.
 */
import { durationOf, locate, startsOf, type Ms } from '@knowreel/shared/video/play-map.ts'
import * as texts from '../texts.ts'
import type { Engine, EngineOptions, PlayerFault, PlayState } from './engine.ts'
import { seekUntilShown } from './seek-until-shown.ts'
import { frameToleranceSeconds } from './player.rules.ts'

/** Elements take a while from play to the first moving frame, so they are started this long before. Ms. */
const prerollMs: Ms = 350
/** The next piece is prepared this long before it is due. Ms. */
const prepareAheadMs: Ms = 5000
const tickMs = 15
/** A failure that repeats within this distance is not fixed by reloading. Ms. */
const minProgressMs: Ms = 500

const faultKinds: Readonly<Record<number, PlayerFault['kind']>> = { 2: 'network', 3: 'decode', 4: 'source' }

/** Resolves when the element has loaded its metadata; rejects with the element's error. */
function whenLoaded(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const once = new AbortController()
    const { signal } = once
    const end = (then: () => void) => () => {
      once.abort()
      then()
    }
    video.addEventListener('loadedmetadata', end(resolve), { signal })
    video.addEventListener(
      'error',
      end(() => reject(video.error ?? new Error('The video cannot be played'))),
      { signal },
    )
  })
}

type ElementSlot = {
  readonly video: HTMLVideoElement
  index: number
  /** Increases with every preparation: of two seeks into one piece, the later one wins. */
  request: number
  isReady: boolean
  isRunning: boolean
}

export function createDualElementEngine({
  map: firstMap,
  resolveSource,
  start,
  onState,
  onFault,
  onFrame,
}: EngineOptions): Engine {
  const element = document.createElement('div')
  Object.assign(element.style, { position: 'relative', width: '100%', height: '100%' })
  const turns: [ElementSlot, ElementSlot] = [makeTurn(), makeTurn()]
  let map = firstMap
  let starts = startsOf(map)
  let duration = durationOf(map)

  let state: PlayState = 'loading'
  let isDestroyed = false
  let shown: Ms = start
  let speed = 1
  let volume = 1
  let timer: ReturnType<typeof setInterval> | undefined
  /** Increases with every seek; asynchronous work of an earlier one is dropped. */
  let requests = 0
  let revivedAt: Ms = -Infinity

  function makeTurn(): ElementSlot {
    const video = document.createElement('video')
    Object.assign(video, { preload: 'auto', playsInline: true })
    Object.assign(video.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' })
    element.append(video)
    const turn: ElementSlot = { video, index: -1, request: 0, isReady: false, isRunning: false }
    video.addEventListener('error', () => revive(turn))
    return turn
  }

  const setState = (next: PlayState) => {
    if (state === next || isDestroyed) return
    state = next
    onState(next)
  }
  const front = () => turns[0]
  const back = () => turns[1]

  const time = (): Ms => {
    const { video, index, isReady } = front()
    const piece = map[index]
    if (state !== 'playing' || piece === undefined || !isReady) return shown
    const own = Math.min(piece.dur, Math.max(0, video.currentTime * 1000 - piece.in))
    return Math.round((starts[index] ?? 0) + own)
  }

  /** Loads a piece and seeks to a time of its recording, in ms. An expired URL is renewed once. */
  async function prepare(turn: ElementSlot, index: number, videoTime: Ms, isExpired = false): Promise<void> {
    const piece = map[index]
    if (piece === undefined) return
    const { video } = turn
    turn.index = index
    turn.isReady = false
    turn.isRunning = false
    const mine = ++turn.request
    const isMine = () => turn.index === index && turn.request === mine && !isDestroyed
    const address = new URL((await resolveSource(piece.videoId, isExpired)).url, document.baseURI).href
    if (!isMine()) return
    try {
      if (video.src !== address || video.error !== null) {
        video.src = address
        await whenLoaded(video)
        if (!isMine()) return
      }
      video.playbackRate = speed
      await seekUntilShown(video, Math.max(0, videoTime) / 1000 + frameToleranceSeconds)
      if (video.error !== null) throw video.error
    } catch (error) {
      if (!isMine()) return
      if (isExpired) throw error
      return prepare(turn, index, videoTime, true)
    }
    if (isMine()) turn.isReady = true
  }

  /** Recovers an element that broke after it was ready: its URL expired, or its data cannot be decoded. */
  function revive(turn: ElementSlot): void {
    if (isDestroyed || !turn.isReady || turn.video.error === null) return
    if (turn !== front()) {
      // Prepared again when it is due.
      turn.index = -1
      turn.isReady = false
      return
    }
    const at = time()
    if (Math.abs(at - revivedAt) < minProgressMs) {
      fail(turn.video.error)
      return
    }
    revivedAt = at
    void go(at, state === 'playing' || state === 'waiting', true)
  }

  function bringToFront(): void {
    const old = front()
    turns.reverse()
    front().video.style.zIndex = '1'
    old.video.style.zIndex = '0'
    front().video.volume = volume
    front().video.muted = volume === 0
    old.video.volume = 0
    old.video.pause()
    old.index = -1
    old.isReady = false
  }

  const fail = (error: unknown) => {
    if (isDestroyed || (error instanceof DOMException && error.name === 'AbortError')) return
    clearInterval(timer)
    shown = time()
    setState('error')
    const { code = 0, message = '' } =
      error instanceof MediaError ? error : error instanceof Error ? { message: error.message } : {}
    onFault({ kind: faultKinds[code] ?? 'source', message: message || texts.theVideoCannotBePlayed })
  }

  function tick(): void {
    const { video, index } = front()
    const piece = map[index]
    if (piece === undefined || (state !== 'playing' && state !== 'waiting')) return
    const now = time()
    onFrame?.(now)
    const left = (piece.in + piece.dur - video.currentTime * 1000) / speed
    const next = map[index + 1]
    if (next === undefined) {
      if (left <= tickMs || video.ended) finish()
      return
    }
    const waiting = back()
    if (left < prepareAheadMs && waiting.index !== index + 1) {
      prepare(waiting, index + 1, next.in - prerollMs * speed).catch(fail)
    } else if (waiting.isReady && !waiting.isRunning && left <= prerollMs + 50) {
      waiting.isRunning = true
      waiting.video.volume = 0
      waiting.video.play().catch(fail)
    }
    if (left > 20 && !video.ended) return
    if (waiting.index === index + 1 && waiting.isReady) {
      if (!waiting.isRunning) waiting.video.play().catch(fail)
      bringToFront()
      setState('playing')
    } else {
      // The next piece is not ready: the last frame of this one stays.
      video.pause()
      setState('waiting')
    }
  }

  function finish(): void {
    clearInterval(timer)
    for (const { video } of turns) video.pause()
    shown = duration
    setState('ended')
  }

  async function showFrame(at: Ms, isExpired = false): Promise<boolean> {
    const mine = ++requests
    const found = locate(map, Math.min(at, Math.max(0, duration - 1)))
    shown = at
    if (found === null) return false
    back().index = -1
    await prepare(front(), found.index, found.videoTime, isExpired)
    return mine === requests
  }

  async function run(): Promise<void> {
    front().video.style.zIndex = '1'
    front().video.volume = volume
    await front().video.play()
    setState('playing')
    clearInterval(timer)
    timer = setInterval(tick, tickMs)
  }

  /** Seeks to a time and, if requested, plays from there. */
  async function go(at: Ms, isPlaying: boolean, isExpired = false): Promise<void> {
    clearInterval(timer)
    for (const { video } of turns) video.pause()
    setState(isPlaying ? 'waiting' : 'paused')
    try {
      if ((await showFrame(at, isExpired)) && isPlaying) await run()
    } catch (error) {
      fail(error)
    }
  }

  void showFrame(start)
    .then((isMine) => isMine && state === 'loading' && setState('paused'))
    .catch(fail)

  const engine: Engine = {
    kind: 'dualElement',
    element,
    time,
    state: () => state,
    async play() {
      if (state === 'playing' || state === 'waiting') return
      if (shown >= duration || !front().isReady) return go(shown >= duration ? 0 : shown, true)
      setState('waiting')
      await run().catch(fail)
    },
    pause() {
      shown = time()
      requests++
      clearInterval(timer)
      for (const { video } of turns) video.pause()
      setState('paused')
    },
    seek: (at) => go(Math.min(duration, Math.max(0, at)), state === 'playing' || state === 'waiting'),
    setMap(next, at) {
      map = next
      starts = startsOf(map)
      duration = durationOf(map)
      return engine.seek(at)
    },
    setSpeed(next) {
      speed = next
      for (const { video } of turns) video.playbackRate = next
    },
    setVolume(level) {
      volume = level
      front().video.volume = level
      front().video.muted = level === 0
    },
    destroy() {
      isDestroyed = true
      clearInterval(timer)
      for (const { video } of turns) {
        video.pause()
        video.removeAttribute('src')
        video.load()
      }
    },
  }
  return engine
}
