/**
 * The peaks of recordings, fetched as they become visible: first the header of a file, then windows of the level for
 * the current zoom. Until a window arrives, a coarser one is used.
 */
import { peaksHeaderBytes, readPeaksHeader, type PeaksHeader, type PeaksLevel } from '@knowreel/shared/video/peaks.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'

export type FetchBytes = (url: string, start: number, end: number) => Promise<Uint8Array>

/** 64 kB: a whole recording when zoomed out, eleven minutes at the level that shows every breath. */
const windowPairs = 32_768
const pairsPerBar = 4
/** Out of 127. Noise below this level is drawn as silence. */
const minPeak = 4

type Source = {
  url: string
  header: PeaksHeader | 'asked' | 'failed'
  readonly windows: Map<string, Int8Array | 'asked' | 'failed'>
  /** Null while unknown. */
  peak: number | null
}

export type SoundPeaks = {
  /** From 0 to 1, the loudest moment of the recording, for `[from, to)` of it; null while unknown. */
  readonly loudnessBetween: (video: { id: string; peaksUrl: string | null }, from: Ms, to: Ms) => number | null
}

export function createSoundPeaks(fetchBytes: FetchBytes, onArrival: () => void): SoundPeaks {
  const sources = new Map<string, Source>()

  function open(id: string, url: string): Source {
    const known = sources.get(id)
    if (known && (known.url === url || known.header !== 'failed')) {
      known.url = url
      return known
    }
    const source: Source = { url, header: 'asked', windows: new Map(), peak: null }
    sources.set(id, source)
    fetchBytes(url, 0, peaksHeaderBytes - 1)
      .then((bytes) => (source.header = readPeaksHeader(bytes) ?? 'failed'))
      .catch(() => (source.header = 'failed'))
      .finally(onArrival)
    return source
  }

  function windowOf(source: Source, level: PeaksLevel, number: number, isAsking: boolean): Int8Array | null {
    const key = `${level.pairsPer1000s}:${number}`
    const known = source.windows.get(key)
    if (known !== undefined) return typeof known === 'string' ? null : known
    if (!isAsking) return null
    source.windows.set(key, 'asked')
    const first = number * windowPairs
    const pairs = Math.min(windowPairs, level.pairs - first)
    const start = level.offset + first * 2
    fetchBytes(source.url, start, start + pairs * 2 - 1)
      .then((bytes) => source.windows.set(key, new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
      .catch(() => source.windows.set(key, 'failed'))
      .finally(onArrival)
    return null
  }

  /** The loudest level of a recording, from the coarsest level; null while unknown. */
  function peakOf(source: Source, levels: readonly PeaksLevel[]): number | null {
    if (source.peak !== null) return source.peak
    const coarsest = levels.at(-1)
    if (coarsest === undefined) return null
    let peak = minPeak
    for (let number = 0; number * windowPairs < coarsest.pairs; number++) {
      const window = windowOf(source, coarsest, number, true)
      if (window === null) return null
      for (const level of window) peak = Math.max(peak, Math.abs(level))
    }
    source.peak = Math.min(127, peak)
    return source.peak
  }

  function loudnessOf(source: Source, level: PeaksLevel, from: Ms, to: Ms, isAsking: boolean): number | null {
    const perMs = level.pairsPer1000s / 1_000_000
    const first = Math.max(0, Math.floor(from * perMs))
    const end = Math.min(level.pairs, Math.max(first + 1, Math.ceil(to * perMs)))
    let loudest = 0
    let sum = 0
    for (let pair = first; pair < end;) {
      const number = Math.floor(pair / windowPairs)
      const window = windowOf(source, level, number, isAsking)
      if (window === null) return null
      const last = Math.min(end, (number + 1) * windowPairs)
      for (; pair < last; pair++) {
        const at = (pair - number * windowPairs) * 2
        const level = Math.max(-(window[at] ?? 0), window[at + 1] ?? 0)
        loudest = Math.max(loudest, level)
        sum += level
      }
    }
    // The maximum alone makes all bars of a long range alike; the mean alone hides a single word.
    return (loudest + (2 * sum) / (end - first)) / 3
  }

  return {
    loudnessBetween({ id, peaksUrl }, from, to) {
      if (peaksUrl === null) return null
      const source = open(id, peaksUrl)
      if (typeof source.header === 'string') return null
      const { levels } = source.header
      const peak = peakOf(source, levels)
      if (peak === null) return null
      // The coarsest level with a few pairs for each bar.
      const wanted = levels.findLastIndex(
        ({ pairsPer1000s }) => (pairsPer1000s / 1_000_000) * (to - from) >= pairsPerBar,
      )
      for (let index = Math.max(0, wanted); index < levels.length; index++) {
        const level = levels[index]
        // Only the wanted level and the coarsest, which is small, are fetched; levels between are used if already
        // loaded.
        const isAsking = index === Math.max(0, wanted) || index === levels.length - 1
        const found = level ? loudnessOf(source, level, from, to, isAsking) : null
        if (found !== null) return Math.min(1, found / peak)
      }
      return null
    },
  }
}

/** Some servers and caches send the whole file in response to a range request. */
export const fetchRange: FetchBytes = async (url, start, end) => {
  const answer = await fetch(url, { headers: { range: `bytes=${start}-${end}` } })
  if (!answer.ok) throw new Error(`The levels of sound were answered with ${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return answer.status === 206 ? bytes : bytes.slice(start, end + 1)
}
