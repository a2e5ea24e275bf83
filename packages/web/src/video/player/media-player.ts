/**
 * The player behind the components: it chooses the engine, keeps time, speed and volume when engines change, and
 * retries where that helps. Its state is one value that components subscribe to; the time is read on demand, because it
 * changes with every frame.
 */
import { durationOf, wholeRecording, type Ms, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import * as texts from '../texts.ts'
import {
  noSourceMessage,
  type ResolveSource,
  type Engine,
  type EngineKind,
  type EngineOptions,
  type PlayerFault,
  type PlayState,
} from './engine.ts'
import { createNativeEngine } from './native-engine.ts'
import { playbackStart } from './player.rules.ts'
import { createReconnector } from './reconnector.ts'

export type PlayerState = {
  readonly play: PlayState
  readonly fault: PlayerFault | null
  readonly kind: EngineKind | null
  readonly duration: Ms
  readonly speed: number
  /** From 0 to 1. */
  readonly volume: number
}

export type MediaPlayer = {
  readonly element: HTMLElement
  state(): PlayerState
  subscribe(listener: () => void): () => void
  time(): Ms
  play(): void
  pause(): void
  toggle(): void
  seek(time: Ms): Promise<void>
  setSpeed(speed: number): void
  setVolume(volume: number): void
  /** Replaces the play map; the time stays, clamped to the new duration. */
  setMap(map: PlayMap): void
  /** After a fault: reopens everything with new URLs. */
  retry(options?: { readonly isToPlay: boolean }): void
  destroy(): void
}

export type MediaPlayerOptions = {
  readonly map: PlayMap
  readonly resolveSource: ResolveSource
  readonly start?: Ms
  /** Id of a file that contains exactly this play map in one piece. */
  readonly rendition?: string | null
  readonly onFrame?: (time: Ms) => void
}

/** A lost decoder is recreated; a repeated failure at the same position is skipped, a little further each time. */
const maxRecoveries = 3
const recoveryWindowMs = 10_000
const skipMs: Ms = 1000
const samePositionMs: Ms = 1500

type CreateEngine = (options: EngineOptions) => Engine

const canDecode = (): boolean => 'VideoDecoder' in window && 'AudioDecoder' in window && 'AudioContext' in window

/** The engines for several pieces are loaded only when needed. */
const loadEngine = {
  native: () => Promise.resolve<CreateEngine>(createNativeEngine),
  decode: async (): Promise<CreateEngine> => (await import('./decode-engine.ts')).createDecodeEngine,
  dualElement: async (): Promise<CreateEngine> => (await import('./dual-element-engine.ts')).createDualElementEngine,
}

export function createMediaPlayer({
  map,
  resolveSource,
  start = 0,
  rendition,
  onFrame,
}: MediaPlayerOptions): MediaPlayer {
  const element = document.createElement('div')
  const listeners = new Set<() => void>()
  let present: PlayMap = map
  let engine: Engine | null = null
  let state: PlayerState = {
    play: 'loading',
    fault: null,
    kind: null,
    duration: durationOf(map),
    speed: 1,
    volume: 0.5,
  }
  let position = start
  let wantsToPlay = false
  let recoveries: number[] = []
  let brokeAt: Ms = 0
  let isDecodable = canDecode()
  let opening = 0
  let isRetry = false
  /** Whether it was playing when the connection was lost. */
  let wasPlaying = false
  const reconnecting = createReconnector(() => openAnew(wasPlaying))

  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  const change = (changed: Partial<PlayerState>) => {
    state = { ...state, ...changed }
    notifyListeners()
  }

  const time = (): Ms => engine?.time() ?? position

  function kindFor(): EngineKind {
    if (rendition != null || present.length <= 1) return 'native'
    return isDecodable ? 'decode' : 'dualElement'
  }

  async function open(at: Ms): Promise<void> {
    const mine = ++opening
    engine?.destroy()
    engine = null
    position = at
    const kind = kindFor()
    const create = await loadEngine[kind]().catch(() => null)
    if (mine !== opening) return
    if (create === null) return giveUp({ kind: 'network', message: texts.connectionError })
    engine = create({
      map: rendition == null ? present : wholeRecording(rendition, durationOf(present)),
      resolveSource: (videoId, isExpired) => resolveSource(videoId, isExpired || isRetry),
      // A seek may have come while the engine was loading.
      start: position,
      onState: (play) => {
        if (mine !== opening) return
        if (play === 'playing') isRetry = false
        // The browser's own controls also play and pause.
        if (play === 'playing') wantsToPlay = true
        if (play === 'ended' || play === 'paused') wantsToPlay = false
        if (play === 'playing' || play === 'paused') reconnecting.reportRecovered()
        // Errors arrive through `onFault` and are usually recovered before anyone sees them.
        if (play !== 'error') change({ play, fault: null })
      },
      onFault: (fault) => mine === opening && recover(fault),
      onTimeChanged: () => mine === opening && notifyListeners(),
      ...(onFrame && { onFrame }),
    })
    engine.setVolume(state.volume)
    if (state.speed !== 1) engine.setSpeed(state.speed)
    element.replaceChildren(engine.element)
    change({ kind, play: engine.state(), fault: null })
    if (wantsToPlay) await engine.play()
  }

  function giveUp(fault: PlayerFault): void {
    wasPlaying = wantsToPlay
    wantsToPlay = false
    change({ play: 'error', fault })
    if (fault.kind === 'network' && fault.message !== noSourceMessage) reconnecting.reportLost()
  }

  /** With new URLs. */
  function openAnew(isToPlay: boolean): void {
    recoveries = []
    isDecodable = canDecode()
    isRetry = true
    wantsToPlay = isToPlay
    change({ play: 'loading', fault: null })
    void open(time())
  }

  function recover(reported: PlayerFault): void {
    const at = time()
    // Offline, every fault is reported as a network fault.
    const fault: PlayerFault = navigator.onLine ? reported : { kind: 'network', message: reported.message }
    const now = Date.now()
    recoveries = recoveries.filter((when) => now - when < recoveryWindowMs)
    // A rendition that cannot be fetched is no failure as long as the pieces are available.
    if (fault.kind === 'source' && rendition != null) {
      rendition = null
      void open(at)
      return
    }
    // The browser's video elements tolerate more errors than our decoder, but are less exact.
    const isDualElementNext =
      kindFor() === 'decode' &&
      (fault.kind === 'source' || (fault.kind === 'decode' && recoveries.length >= maxRecoveries))
    if (isDualElementNext) {
      isDecodable = false
      recoveries = []
    } else if (fault.kind !== 'decode' || recoveries.length >= maxRecoveries) {
      // Safari also reports an unsupported source after a long sleep; it plays again from the start.
      if (fault.kind === 'source' && isSafari() && at > 0 && recoveries.length === 0) {
        recoveries.push(now)
        void open(0)
        return
      }
      return giveUp(fault)
    }
    const isSamePosition = recoveries.length > 0 && Math.abs(at - brokeAt) < samePositionMs
    recoveries.push(now)
    brokeAt = isSamePosition ? Math.min(state.duration, Math.max(at, brokeAt) + skipMs) : at
    change({ play: wantsToPlay ? 'waiting' : 'loading', fault: null })
    void open(brokeAt)
  }

  void open(start)

  return {
    element,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    time,
    play() {
      wantsToPlay = true
      const from = playbackStart(time(), state.duration)
      if (from === time()) void engine?.play()
      else void this.seek(from).then(() => engine?.play())
    },
    pause() {
      wantsToPlay = false
      engine?.pause()
    },
    toggle() {
      if (wantsToPlay) this.pause()
      else this.play()
    },
    async seek(at) {
      position = Math.min(state.duration, Math.max(0, at))
      const seeking = engine?.seek(position)
      // The time has changed, though the state may not have.
      notifyListeners()
      await seeking
    },
    setSpeed(speed) {
      engine?.setSpeed(speed)
      change({ speed })
    },
    setVolume(volume) {
      engine?.setVolume(volume)
      change({ volume })
    },
    setMap(next) {
      if (next === present) return
      const at = Math.min(time(), durationOf(next))
      const kept = rendition == null && engine !== null && canKeep(engine, present, next) ? engine : null
      present = next
      rendition = null
      change({ duration: durationOf(next) })
      if (kept === null) void open(at)
      else void kept.setMap(next, (position = at))
    },
    retry({ isToPlay } = { isToPlay: true }) {
      reconnecting.reportRecovered()
      openAnew(isToPlay)
    },
    destroy() {
      opening++
      // Keeps the time for callers that read it after destruction in order to store it.
      position = time()
      reconnecting.stop()
      engine?.destroy()
      engine = null
      listeners.clear()
    },
  }
}

/** Opening another engine closes decoders and elements, which takes a moment and blanks the picture. */
function canKeep(engine: Engine, present: PlayMap, next: PlayMap): boolean {
  if (next.length === 0 || engine.state() === 'error') return false
  return (
    engine.kind !== 'native' || (present.length === 1 && next.length === 1 && present[0]?.videoId === next[0]?.videoId)
  )
}

const isSafari = (): boolean => /^((?!chrome|android).)*safari/i.test(navigator.userAgent)
