/**
 * What plays a play map. Three ways, one manner: a plain video element where one recording runs through, pictures and sound
 * decoded by us where several pieces follow each other, and elements taking turns where the browser cannot decode. The
 * screen knows only this.
 */
import type { Ms, PlayMap } from '@knowreel/shared/video/play-map.ts'

export type EngineKind = 'native' | 'decode' | 'twin'

export type PlayState = 'loading' | 'paused' | 'playing' | 'waiting' | 'ended' | 'error'

/** `decode`: the pictures are broken or the decoder was lost. `source`: it cannot be had or not be played here. */
export type PlayerFault = { readonly kind: 'decode' | 'source' | 'network'; readonly message: string }

/** What is said where there is no file to play. */
export const noSource = 'No video source'

export type EngineEvents = {
  readonly onState: (state: PlayState) => void
  readonly onFault: (fault: PlayerFault) => void
  /** The time changed, though nobody asked for it here and nothing plays: by buttons of the browser. */
  readonly onMoved?: () => void
  /** A picture was put on the screen, of this time of the map. */
  readonly onPicture?: (time: Ms) => void
}

export type Engine = {
  readonly kind: EngineKind
  /** What shows the picture. */
  readonly element: HTMLElement
  /** Time of the map that is seen and heard now. */
  time(): Ms
  state(): PlayState
  play(): Promise<void>
  pause(): void
  /** Fulfilled when the picture of that time is shown, or a later seek has taken its place. */
  seek(time: Ms): Promise<void>
  setSpeed(speed: number): void
  /** 0 to 1. */
  setVolume(volume: number): void
  destroy(): void
}

export type VideoAddress = { readonly url: string; readonly mime: string }

/** The address of a recording; `isExpired` asks for a new one, as addresses end. */
export type AddressOf = (videoId: string, isExpired: boolean) => Promise<VideoAddress>

export type EngineOptions = EngineEvents & {
  readonly map: PlayMap
  readonly addressOf: AddressOf
  readonly start: Ms
}
