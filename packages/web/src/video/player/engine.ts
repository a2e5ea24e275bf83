/**
 * Plays a play map. Three engines share one interface: a plain video element for a single range of one recording,
 * decoded pictures and sound for several pieces, and alternating elements where the browser cannot decode. Components
 * see only this interface.
 */
import type { Ms, PlayMap } from '@knowreel/shared/video/play-map.ts'
import * as texts from '../texts.ts'

export type EngineKind = 'native' | 'decode' | 'dualElement'

export type PlayState = 'loading' | 'paused' | 'playing' | 'waiting' | 'ended' | 'error'

/**
 * `decode`: the data is corrupt or the decoder was lost. `source`: the file is unavailable or cannot be played here.
 */
export type PlayerFault = { readonly kind: 'decode' | 'source' | 'network'; readonly message: string }

/** The message if there is no file to play. */
export const noSourceMessage = texts.noVideoSource

const reasons = {
  network: texts.connectionLostVideoContinuesWhen,
  source: texts.thisBrowserCouldNotRead,
  decode: texts.partOfRecordingCouldNot,
} as const

/** The problem, its reason, and the path of the file that was to be played, without its signature. */
export function describeFault(fault: PlayerFault | null, url: string | null | undefined) {
  const source = url ? new URL(url, location.href).pathname : null
  return fault?.message === noSourceMessage
    ? { title: noSourceMessage, reason: texts.theFileIsMissingOr, source }
    : { title: texts.cannotLoadVideo, reason: fault && reasons[fault.kind], source }
}

export type EngineEvents = {
  readonly onState: (state: PlayState) => void
  readonly onFault: (fault: PlayerFault) => void
  /** The time changed without a call and without playback, through the browser's own controls. */
  readonly onTimeChanged?: () => void
  /** A frame of this map time was shown. */
  readonly onFrame?: (time: Ms) => void
}

export type Engine = {
  readonly kind: EngineKind
  /** The element that shows the picture. */
  readonly element: HTMLElement
  /** The map time that is seen and heard now. */
  time(): Ms
  state(): PlayState
  play(): Promise<void>
  pause(): void
  /** Resolves when the frame of that time is shown, or a later seek has replaced this one. */
  seek(time: Ms): Promise<void>
  /**
   * Continues at a time of another play map with what is open already. The native engine accepts the same recording
   * only.
   */
  setMap(map: PlayMap, time: Ms): Promise<void>
  setSpeed(speed: number): void
  /** From 0 to 1. */
  setVolume(volume: number): void
  destroy(): void
}

export type VideoSource = { readonly url: string; readonly mime: string }

type PlayableFile = { readonly mime: string; readonly needsCodecs: boolean }

/** False for a file in codecs that this browser does not support. */
export const canPlayFile = ({ mime, needsCodecs }: PlayableFile): boolean =>
  !needsCodecs || document.createElement('video').canPlayType(mime) !== ''

/** The signed URL of a recording; `isExpired` requests a new one. */
export type ResolveSource = (videoId: string, isExpired: boolean) => Promise<VideoSource>

export type EngineOptions = EngineEvents & {
  readonly map: PlayMap
  readonly resolveSource: ResolveSource
  readonly start: Ms
}
