/**
 * Picks the moments of a recording at which text may have changed, from small grey pictures of it taken at regular
 * intervals. A picture is picked when it differs from the last picked one and has settled, or after a while of constant
 * change. Pure.
 */
import type { Ms } from '@knowreel/shared/video/play-map.ts'

export const sampleWidth = 320
export const sampleHeight = 180
export const sampleBytes = sampleWidth * sampleHeight

const tileWidth = 8
const tileHeight = 6
/** Average difference of a tile, of 255, that is more than noise of the encoding. */
const minDifference = 6
/** During constant change, one moment in this time. */
const maxUnsettledMs: Ms = 1500

export type Moment = {
  readonly at: Ms
  /** Number of tiles that changed. */
  readonly change: number
}

export type MomentPicker = {
  /** Samples in order of time. The bytes may be reused afterwards. */
  readonly add: (sample: Uint8Array, at: Ms) => void
  /** At most `limit` moments, those with the largest changes, in order of time. */
  readonly moments: (limit: number) => Ms[]
}

export function createMomentPicker(): MomentPicker {
  const found: Moment[] = []
  const picked = new Uint8Array(sampleBytes)
  const previous = new Uint8Array(sampleBytes)
  let changedSince: Ms | null = null

  return {
    add(sample, at) {
      const isFirst = found.length === 0
      const change = isFirst ? Infinity : countChangedTiles(sample, picked)
      if (change === 0) changedSince = null
      else {
        changedSince ??= at
        const isSettled = isFirst || (changedSince < at && countChangedTiles(sample, previous) === 0)
        if (isSettled || at - changedSince >= maxUnsettledMs) {
          found.push({ at, change })
          picked.set(sample)
          changedSince = null
        }
      }
      previous.set(sample)
    },
    moments: (limit) =>
      found
        .toSorted((one, other) => other.change - one.change)
        .slice(0, limit)
        .map(({ at }) => at)
        .toSorted((one, other) => one - other),
  }
}

export function countChangedTiles(one: Uint8Array, other: Uint8Array): number {
  let count = 0
  for (let top = 0; top < sampleHeight; top += tileHeight)
    for (let left = 0; left < sampleWidth; left += tileWidth) {
      let sum = 0
      for (let y = top; y < top + tileHeight; y++)
        for (let at = y * sampleWidth + left, end = at + tileWidth; at < end; at++)
          sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0))
      if (sum > minDifference * tileWidth * tileHeight) count++
    }
  return count
}
