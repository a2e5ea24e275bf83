/**
 * Wire form of a play map: entries as a step function on the paragraph's own clock. From `totalTime` on, `videoId`
 * plays from `videoTime`; an entry lasts until the next one starts, the last until the duration. All in ms.
 */
import { normalize, startsOf, type Ms, type PlayMap } from './play-map.ts'

export type PlayMapEntry = { totalTime: Ms; videoTime: Ms; videoId: string }

export function playMapToWire(map: PlayMap): PlayMapEntry[] {
  const starts = startsOf(map)
  return map.map((piece, index) => ({
    totalTime: starts[index] ?? 0,
    videoTime: piece.in,
    videoId: piece.videoId,
  }))
}

/** Null if the entries do not start at 0, do not increase, or exceed the duration. */
export function playMapFromWire(entries: readonly PlayMapEntry[], duration: Ms): PlayMap | null {
  if (entries.length === 0) return duration === 0 ? [] : null
  if (entries[0]?.totalTime !== 0) return null
  const pieces = entries.map((entry, index) => ({
    videoId: entry.videoId,
    in: entry.videoTime,
    dur: (entries[index + 1]?.totalTime ?? duration) - entry.totalTime,
  }))
  return pieces.every(({ dur }) => dur > 0) ? normalize(pieces) : null
}
