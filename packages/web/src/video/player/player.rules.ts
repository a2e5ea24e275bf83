/**
 * The behaviour of the player's controls: volume, speed, keys, and where playback starts. Pure; the numbers are part of
 * the specification.
 */
import type { Ms } from '@knowreel/shared/video/play-map.ts'

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const
export type Speed = (typeof speeds)[number]
export const defaultSpeed: Speed = 1

/** One step slower or faster; the ends stay. */
export function stepSpeed(speed: Speed, by: 1 | -1): Speed {
  const at = speeds.indexOf(speed) + by
  return speeds[Math.min(speeds.length - 1, Math.max(0, at))] ?? defaultSpeed
}

export const defaultVolume = 50
/** Lower slider values count as silence. */
const sliderMuteThreshold = 5
const volumeStep = 5

/** `level` is the current value, 0 to 100; `remembered` is restored by unmuting. */
export type Volume = { readonly level: number; readonly remembered: number }
export type Loudness = 'muted' | 'low' | 'high'

export const loudnessOf = (level: number): Loudness => (level < 1 ? 'muted' : level < 35 ? 'low' : 'high')

/** Reads the stored volume; invalid values are ignored. */
export function readVolume(kept: string | null): Volume {
  const level = kept === null || kept.trim() === '' ? Number.NaN : Number(kept)
  const isVolume = level >= 0 && level <= 100
  return { level: isVolume ? level : defaultVolume, remembered: isVolume ? level : defaultVolume }
}

/** For keys and stored values: any value is allowed. */
export function setVolume(volume: Volume, level: number): Volume {
  const within = Math.min(100, Math.max(0, level))
  return { level: within, remembered: within < 1 ? volume.remembered : within }
}

/** For the slider, whose lowest values are silence. Raised one by one with the keys, it skips them. */
export const setSliderVolume = (volume: Volume, level: number): Volume =>
  setVolume(volume, level >= sliderMuteThreshold ? Math.round(level) : level > volume.level ? sliderMuteThreshold : 0)

export const stepVolume = (volume: Volume, by: 1 | -1): Volume => setVolume(volume, volume.level + by * volumeStep)

/** Mutes, or restores the level from before; without one, half volume. */
export function toggleMute(volume: Volume): Volume {
  if (volume.level >= 1) return { level: 0, remembered: volume.level }
  return setVolume(volume, volume.remembered < 1 ? defaultVolume : volume.remembered)
}

export const seekForward: Ms = 3000
export const seekBack: Ms = 1000
export const farSeek: Ms = 10_000
const restartThreshold: Ms = 300

/** Play pressed at the very end starts over. */
export const playbackStart = (time: Ms, duration: Ms): Ms => (duration - time <= restartThreshold ? 0 : time)

/** Where the play head can be dragged to. */
export const clampSeekTime = (time: Ms, duration: Ms): Ms =>
  Math.min(Math.max(0, duration - 1), Math.max(0, Math.round(time)))

/**
 * Map times are whole milliseconds, frame times are not: a time means the frame that starts within half a millisecond
 * of it. In seconds.
 */
export const frameToleranceSeconds = 0.0005

export type PlayerCommand =
  | {
      readonly type:
        | 'toggle'
        | 'mute'
        | 'fullscreen'
        | 'theatre'
        | 'pictureInPicture'
        | 'captions'
        | 'detectText'
        | 'shortcuts'
        | 'react'
        | 'comment'
    }
  | { readonly type: 'seekBy'; readonly by: Ms }
  | { readonly type: 'seekTo'; readonly share: number }
  | { readonly type: 'speed' | 'volume' | 'paragraph' | 'frame'; readonly by: 1 | -1 }

export type Key = {
  readonly key: string
  readonly code: string
  readonly isModified: boolean
  readonly isShift: boolean
}

/**
 * The player command of a key; null for other keys. Letters are also matched by physical position, so that they work on
 * keyboards of other scripts.
 */
export function commandForKey({ key, code, isModified, isShift }: Key): PlayerCommand | null {
  if (isModified) return null
  const named = namedKeys[key]
  if (named !== undefined) return named
  const share = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (share !== undefined && !isShift) return { type: 'seekTo', share: Number(share) / 10 }
  return isShift ? null : (physicalKeys[code] ?? null)
}

/** Also shown in the list of shortcuts, like those below. */
export const namedKeys: Readonly<Record<string, PlayerCommand>> = {
  ' ': { type: 'toggle' },
  ArrowRight: { type: 'seekBy', by: seekForward },
  ArrowLeft: { type: 'seekBy', by: -seekBack },
  ArrowUp: { type: 'volume', by: 1 },
  ArrowDown: { type: 'volume', by: -1 },
  Home: { type: 'seekTo', share: 0 },
  End: { type: 'seekTo', share: 1 },
  '<': { type: 'speed', by: -1 },
  '>': { type: 'speed', by: 1 },
  ',': { type: 'frame', by: -1 },
  '.': { type: 'frame', by: 1 },
  '[': { type: 'paragraph', by: -1 },
  ']': { type: 'paragraph', by: 1 },
  '?': { type: 'shortcuts' },
}

export const physicalKeys: Readonly<Record<string, PlayerCommand>> = {
  KeyK: { type: 'toggle' },
  KeyJ: { type: 'seekBy', by: -farSeek },
  KeyL: { type: 'seekBy', by: farSeek },
  KeyM: { type: 'mute' },
  KeyF: { type: 'fullscreen' },
  KeyT: { type: 'theatre' },
  KeyP: { type: 'pictureInPicture' },
  KeyC: { type: 'captions' },
  KeyO: { type: 'detectText' },
  KeyE: { type: 'react' },
  KeyN: { type: 'comment' },
}
