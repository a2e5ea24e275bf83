/**
 * The player behind the screen: chooses the engine that fits, keeps place, speed and volume when engines change, and tries
 * again where that helps. Its state is one value that a component can subscribe to; the time is asked for, as it changes
 * with every picture.
 */
import { durationOf, wholeOf, type Ms, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { AddressOf, Engine, EngineKind, EngineOptions, PlayerFault, PlayState } from './engine.ts'
import { createNativeEngine } from './native-engine.ts'
import { startOfPlaying } from './player.rules.ts'

export type PlayerState = {
  readonly play: PlayState
  readonly fault: PlayerFault | null
  readonly kind: EngineKind | null
  readonly duration: Ms
  readonly speed: number
  /** 0 to 1. */
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
  /** Another map takes the place of this one; the time stays where it is, within its ends. */
  setMap(map: PlayMap): void
  destroy(): void
}

export type MediaPlayerOptions = {
  readonly map: PlayMap
  readonly addressOf: AddressOf
  readonly start?: Ms
  /** Id of a file that is exactly this map in one piece. */
  readonly rendition?: string | null
  readonly onPicture?: (time: Ms) => void
}

/** A broken picture is passed by loading again; what breaks again and again is not mended by it. */
const mostRecoveries = 3
const recoveryWindowMs = 10_000

type CreateEngine = (options: EngineOptions) => Engine

const canDecode = (): boolean => 'VideoDecoder' in window && 'AudioDecoder' in window && 'AudioContext' in window

/** The engines that several pieces need are loaded when several pieces are there. */
const loadEngine = {
  native: () => Promise.resolve<CreateEngine>(createNativeEngine),
  decode: async (): Promise<CreateEngine> => (await import('./decode-engine.ts')).createDecodeEngine,
  twin: async (): Promise<CreateEngine> => (await import('./twin-engine.ts')).createTwinEngine,
}

export function createMediaPlayer({
  map,
  addressOf,
  start = 0,
  rendition,
  onPicture,
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
  let place = start
  let wantsToPlay = false
  let recoveries: number[] = []
  let isDecodable = canDecode()
  let opening = 0

  const change = (changed: Partial<PlayerState>) => {
    state = { ...state, ...changed }
    for (const listener of listeners) listener()
  }

  const time = (): Ms => engine?.time() ?? place

  function kindFor(): EngineKind {
    if (rendition != null || present.length <= 1) return 'native'
    return isDecodable ? 'decode' : 'twin'
  }

  async function open(at: Ms): Promise<void> {
    const mine = ++opening
    engine?.destroy()
    engine = null
    place = at
    const kind = kindFor()
    const create = await loadEngine[kind]()
    if (mine !== opening) return
    engine = create({
      map: rendition == null ? present : wholeOf(rendition, durationOf(present)),
      addressOf,
      start: at,
      onState: (play) => {
        if (mine !== opening) return
        if (play === 'ended') wantsToPlay = false
        change(play === 'error' ? { play } : { play, fault: null })
      },
      onFault: (fault) => mine === opening && recover(fault),
      ...(onPicture && { onPicture }),
    })
    engine.setVolume(state.volume)
    if (state.speed !== 1) engine.setSpeed(state.speed)
    element.replaceChildren(engine.element)
    change({ kind, play: engine.state(), fault: null })
    if (wantsToPlay) await engine.play()
  }

  function recover(fault: PlayerFault): void {
    const at = time()
    const now = Date.now()
    recoveries = recoveries.filter((when) => now - when < recoveryWindowMs)
    const isNext = fault.kind === 'source' && kindFor() === 'decode'
    if (isNext) isDecodable = false
    else if (fault.kind !== 'decode' || recoveries.length >= mostRecoveries) {
      // Safari tells an unsupported source also after a long sleep: from the start it plays again.
      if (fault.kind === 'source' && isSafari() && at > 0 && recoveries.length === 0) {
        recoveries.push(now)
        void open(0)
        return
      }
      wantsToPlay = false
      change({ play: 'error', fault })
      return
    }
    recoveries.push(now)
    void open(at)
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
      const from = startOfPlaying(time(), state.duration)
      if (engine === null) return
      if (from === time()) void engine.play()
      else void engine.seek(from).then(() => engine?.play())
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
      place = Math.min(state.duration, Math.max(0, at))
      await engine?.seek(place)
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
      present = next
      rendition = null
      change({ duration: durationOf(next) })
      void open(at)
    },
    destroy() {
      opening++
      engine?.destroy()
      engine = null
      listeners.clear()
    },
  }
}

const isSafari = (): boolean => /^((?!chrome|android).)*safari/i.test(navigator.userAgent)
