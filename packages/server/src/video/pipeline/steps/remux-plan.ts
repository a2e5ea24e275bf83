/**
 * Decides which streams of a recording can be copied and still play in every browser, and how the others are encoded.
 */
import type { AudioTrack, MediaFacts, Rate, VideoTrack } from '../../../platform/media/index.ts'
import { shownSize } from '../../../platform/media/index.ts'

export type VideoEncoding = {
  readonly width: number
  readonly height: number
  /** Constant frames per second. */
  readonly rate: Rate
  readonly isInterlaced: boolean
  readonly hasSquarePixels: boolean
}

export type RemuxPlan = {
  readonly videoIndex: number
  readonly audioIndex: number | null
  readonly video: 'copy' | VideoEncoding
  readonly audio: 'copy' | 'encode' | 'none'
}

/** Level 5.2 of H.264, and its limits. */
const mostLevel = 52
const mostPixels = 4096 * 2304
const mostEdge = 4096
const plainProfiles = new Set(['Constrained Baseline', 'Baseline', 'Main', 'High'])
const plainFormats = new Set(['yuv420p', 'yuvj420p'])

const copiedSound = new Set(['LC', 'HE-AAC', 'HE-AACv2'])

/** Encoded video fits within this, landscape or portrait. */
const longEdge = 3840
const shortEdge = 2160

const usualRates: readonly Rate[] = [
  { num: 24_000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 30, den: 1 },
  { num: 50, den: 1 },
  { num: 60_000, den: 1001 },
  { num: 60, den: 1 },
]

export function planRemux(facts: MediaFacts & { readonly video: VideoTrack }): RemuxPlan {
  const { video, audio } = facts
  return {
    videoIndex: video.index,
    audioIndex: audio?.index ?? null,
    video: canCopyVideo(video) ? 'copy' : encodingOf(video),
    audio: audio === null ? 'none' : canCopyAudio(audio) ? 'copy' : 'encode',
  }
}

/** For a file whose streams cannot be copied after all. */
export const planEncode = (facts: MediaFacts & { readonly video: VideoTrack }): RemuxPlan => ({
  ...planRemux(facts),
  video: encodingOf(facts.video),
  audio: facts.audio === null ? 'none' : 'encode',
})

const canCopyVideo = (video: VideoTrack): boolean =>
  video.codec === 'h264' &&
  plainProfiles.has(video.profile) &&
  plainFormats.has(video.pixelFormat) &&
  video.level <= mostLevel &&
  video.width * video.height <= mostPixels &&
  Math.max(video.width, video.height) <= mostEdge &&
  !video.isInterlaced

const canCopyAudio = (audio: AudioTrack): boolean =>
  audio.codec === 'aac' && copiedSound.has(audio.profile) && audio.channels <= 2 && audio.sampleRate <= 48_000

export function encodingOf(video: VideoTrack): VideoEncoding {
  const shown = shownSize(video)
  return {
    ...fitted(shown.width, shown.height),
    rate: rateOf(video),
    isInterlaced: video.isInterlaced,
    hasSquarePixels: video.hasSquarePixels,
  }
}

/** Scaled down to the limits, with even dimensions: colours are stored for squares of four pixels. */
function fitted(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, longEdge / Math.max(width, height), shortEdge / Math.min(width, height))
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

const perSecond = ({ num, den }: Rate): number => num / den

/** Its own rate if its frames are evenly spaced; otherwise one that is smooth enough and not wasteful. */
export function rateOf({ baseRate, averageRate }: VideoTrack): Rate {
  const average = averageRate === null ? 0 : perSecond(averageRate)
  const usual = usualRates.find((rate) => Math.abs(perSecond(rate) / average - 1) < 0.0005)
  if (usual !== undefined) return usual
  const isEven = baseRate !== null && average > 0 && Math.abs(perSecond(baseRate) / average - 1) < 0.01
  if (isEven && average >= 5 && average <= 60) return baseRate
  return average > 40 ? { num: 60, den: 1 } : { num: 30, den: 1 }
}

/** At most a second between key frames: they limit how precisely a recording can be seeked and cut without encoding. */
export const framesOfSecond = (rate: Rate): number => Math.max(1, Math.floor(perSecond(rate)))
