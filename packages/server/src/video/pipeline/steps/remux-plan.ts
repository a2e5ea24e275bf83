/**
 * Decides which streams of a recording can be copied and still play in every browser, and how the others are encoded.
 */
import type { AudioTrack, MediaInfo, Rate, VideoTrack } from '../../../platform/media/index.ts'
import { displaySize } from '../../../platform/media/index.ts'

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
const maxLevel = 52
const maxPixels = 4096 * 2304
const maxEdge = 4096
const copyableProfiles = new Set(['Constrained Baseline', 'Baseline', 'Main', 'High'])
const copyablePixelFormats = new Set(['yuv420p', 'yuvj420p'])

const copyableAudioProfiles = new Set(['LC', 'HE-AAC', 'HE-AACv2'])

/** Pixels. */
type Edges = { readonly long: number; readonly short: number }

/** Encoded video fits within this, landscape or portrait. */
const maxEdges: Edges = { long: 3840, short: 2160 }
const hdEdges: Edges = { long: 1920, short: 1080 }

const standardRates: readonly Rate[] = [
  { num: 24_000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 30, den: 1 },
  { num: 50, den: 1 },
  { num: 60_000, den: 1001 },
  { num: 60, den: 1 },
]

export function planRemux(facts: MediaInfo & { readonly video: VideoTrack }): RemuxPlan {
  const { video, audio } = facts
  return {
    videoIndex: video.index,
    audioIndex: audio?.index ?? null,
    video: canCopyVideo(video) ? 'copy' : encodingOf(video),
    audio: audio === null ? 'none' : canCopyAudio(audio) ? 'copy' : 'encode',
  }
}

/** For a file whose streams cannot be copied after all. */
export const planEncode = (facts: MediaInfo & { readonly video: VideoTrack }): RemuxPlan => ({
  ...planRemux(facts),
  video: encodingOf(facts.video),
  audio: facts.audio === null ? 'none' : 'encode',
})

/** The same plan if its picture is not larger than full HD, landscape or portrait. */
export function fitWithinHd(plan: RemuxPlan): RemuxPlan {
  if (plan.video === 'copy') return plan
  const { width, height } = plan.video
  const fitted = fitWithin(hdEdges, width, height)
  return fitted.width === width && fitted.height === height ? plan : { ...plan, video: { ...plan.video, ...fitted } }
}

const canCopyVideo = (video: VideoTrack): boolean =>
  video.codec === 'h264' &&
  copyableProfiles.has(video.profile) &&
  copyablePixelFormats.has(video.pixelFormat) &&
  video.level <= maxLevel &&
  video.width * video.height <= maxPixels &&
  Math.max(video.width, video.height) <= maxEdge &&
  !video.isInterlaced

const canCopyAudio = (audio: AudioTrack): boolean =>
  audio.codec === 'aac' && copyableAudioProfiles.has(audio.profile) && audio.channels <= 2 && audio.sampleRate <= 48_000

export function encodingOf(video: VideoTrack): VideoEncoding {
  const shown = displaySize(video)
  return {
    ...fitWithin(maxEdges, shown.width, shown.height),
    rate: outputRate(video),
    isInterlaced: video.isInterlaced,
    hasSquarePixels: video.hasSquarePixels,
  }
}

/** Scaled down to the limits, with even dimensions: colours are stored for squares of four pixels. */
function fitWithin(edges: Edges, width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, edges.long / Math.max(width, height), edges.short / Math.min(width, height))
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

const framesPerSecond = ({ num, den }: Rate): number => num / den

/** Its own rate if its frames are evenly spaced; otherwise one that is smooth enough and not wasteful. */
export function outputRate({ baseRate, averageRate }: VideoTrack): Rate {
  const average = averageRate === null ? 0 : framesPerSecond(averageRate)
  const usual = standardRates.find((rate) => Math.abs(framesPerSecond(rate) / average - 1) < 0.0005)
  if (usual !== undefined) return usual
  const isEven = baseRate !== null && average > 0 && Math.abs(framesPerSecond(baseRate) / average - 1) < 0.01
  if (isEven && average >= 5 && average <= 60) return baseRate
  return average > 40 ? { num: 60, den: 1 } : { num: 30, den: 1 }
}

/** At most a second between key frames: they limit how precisely a recording can be seeked and cut without encoding. */
export const keyFrameInterval = (rate: Rate): number => Math.max(1, Math.floor(framesPerSecond(rate)))
