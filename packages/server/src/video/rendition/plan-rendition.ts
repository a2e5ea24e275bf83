/**
 * Decides how a play map becomes one file. Times of the map are kept on an absolute grid, of frames for the picture and
 * of samples for the audio, so that pieces that are not a whole number of either do not add up to a drift.
 */
import { durationOf, startsOf, type Ms, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { Cuts, Rate } from '../../platform/media/index.ts'

export type RenditionSource = {
  readonly videoId: string
  readonly width: number
  readonly height: number
  readonly rate: Rate
  readonly hasAudio: boolean
  /** In milliseconds. */
  readonly duration: Ms
  readonly cuts: Cuts
}

/** `cuts` are times of key frames, not rounded, in ms. */
export type CopiedPiece = {
  readonly videoId: string
  readonly from: number
  readonly to: number | null
  readonly dur: Ms
}

export type EncodedPiece = { readonly videoId: string; readonly in: Ms; readonly frames: number }

export type PictureFormat = { readonly width: number; readonly height: number; readonly rate: Rate }

export type RenditionPlan =
  /** It is one recording from beginning to end. */
  | { readonly kind: 'whole'; readonly videoId: string }
  | { readonly kind: 'copy'; readonly pieces: readonly CopiedPiece[] }
  | { readonly kind: 'encode'; readonly picture: PictureFormat; readonly pieces: readonly EncodedPiece[] }

/** Times of a play map are whole milliseconds, those of frames are not. */
const toleranceMs = 1
const samplesPerSecond = 48_000

export function planRendition(map: PlayMap, sources: ReadonlyMap<string, RenditionSource>): RenditionPlan {
  if (durationOf(map) <= 0) throw new RangeError('A play map without pieces makes no file')
  const used = [...new Set(map.map(({ videoId }) => videoId))].map((videoId) => sourceOf(sources, videoId))
  const [first] = used
  const [piece] = map
  if (first !== undefined && piece !== undefined && map.length === 1 && isWhole(first, piece))
    return { kind: 'whole', videoId: first.videoId }
  const copied = planCopiedPieces(map, sources)
  const isAlike = used.every(({ cuts }) => cuts.signature === first?.cuts.signature)
  if (copied !== null && isAlike) return { kind: 'copy', pieces: copied }
  return planEncoding(map, used)
}

export function planEncoding(map: PlayMap, used: readonly RenditionSource[]): RenditionPlan & { kind: 'encode' } {
  const picture = pictureFormatFor(used)
  const starts = startsOf(map)
  const frameAt = (time: Ms) => Math.round((time * picture.rate.num) / picture.rate.den / 1000)
  const pieces = map.map(({ videoId, in: from, dur }, index) => {
    const start = starts[index] ?? 0
    return { videoId, in: from, frames: frameAt(start + dur) - frameAt(start) }
  })
  return { kind: 'encode', picture, pieces: pieces.filter(({ frames }) => frames > 0) }
}

/** The audible range of each recording, on the grid of samples; a recording without audio is silent. */
export type AudioPiece = {
  readonly videoId: string
  readonly in: Ms
  readonly samples: number
  readonly hasAudio: boolean
}

export function planAudio(map: PlayMap, sources: ReadonlyMap<string, RenditionSource>): readonly AudioPiece[] {
  const heard = map.map(({ videoId, in: from, dur }) => ({
    videoId,
    in: from,
    samples: (dur * samplesPerSecond) / 1000,
    hasAudio: sourceOf(sources, videoId).hasAudio,
  }))
  return heard.some(({ hasAudio }) => hasAudio) ? heard : []
}

const sourceOf = (sources: ReadonlyMap<string, RenditionSource>, videoId: string): RenditionSource => {
  const source = sources.get(videoId)
  if (source === undefined) throw new RangeError(`The play map names a recording that is not given: ${videoId}`)
  return source
}

const frameMs = ({ rate }: RenditionSource): number => (rate.den / rate.num) * 1000

/**
 * Tolerates up to a frame, which is the precision of a file. `findWholeRecording` decides without reading the file, so its
 * tolerance is shorter than any frame: what it misses is found here.
 */
function isWhole(source: RenditionSource, piece: { readonly in: Ms; readonly dur: Ms }): boolean {
  const slack = frameMs(source)
  return piece.in < slack / 2 && piece.in + piece.dur > source.duration - slack
}

/** Null if a cut falls between key frames. */
function planCopiedPieces(map: PlayMap, sources: ReadonlyMap<string, RenditionSource>): CopiedPiece[] | null {
  const pieces: CopiedPiece[] = []
  for (const { videoId, in: from, dur } of map) {
    const source = sourceOf(sources, videoId)
    const { times, end } = source.cuts
    const start = nearestCut(times, from)
    const stop = nearestCut(times, from + dur)
    const isToEnd = Math.abs(from + dur - end) <= frameMs(source)
    if (start === null || (stop === null && !isToEnd)) return null
    pieces.push({ videoId, from: start, to: stop, dur })
  }
  return pieces
}

function nearestCut(times: readonly number[], wanted: number): number | null {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < wanted - toleranceMs) low = middle + 1
    else high = middle
  }
  const found = times[low]
  return found !== undefined && Math.abs(found - wanted) <= toleranceMs ? found : null
}

/** As large as the largest recording and as smooth as the smoothest; others are fitted in. */
function pictureFormatFor(used: readonly RenditionSource[]): PictureFormat {
  const largest = used.reduce((one, other) => (one.width * one.height >= other.width * other.height ? one : other))
  const perSecond = ({ rate }: RenditionSource) => rate.num / rate.den
  const smoothest = used.reduce((one, other) => (perSecond(one) >= perSecond(other) ? one : other))
  const even = (pixels: number) => Math.max(2, Math.ceil(pixels / 2) * 2)
  return { width: even(largest.width), height: even(largest.height), rate: smoothest.rate }
}
