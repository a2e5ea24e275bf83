/** The positions in recordings that were not watched to the end. Stored by the browser for the most recent ones. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'

/** `at`: when it was stored, in ms since 1970. */
export type StoredPosition = { readonly id: string; readonly time: Ms; readonly at: number }

const maxPositions = 100
/** Less than this does not count as started. */
const minPositionMs: Ms = 5000
/** The rest is rarely more than goodbyes. */
const maxPositionShare = 0.95

export const isWorthStoring = (time: Ms, duration: Ms): boolean =>
  time >= minPositionMs && time <= duration * maxPositionShare

/** Reads the stored positions, newest first; invalid ones are ignored. */
export function parsePositions(kept: string | null): readonly StoredPosition[] {
  let positions: unknown
  try {
    positions = JSON.parse(kept ?? '[]')
  } catch {
    return []
  }
  return Array.isArray(positions) ? positions.filter(isStoredPosition).slice(0, maxPositions) : []
}

const isStoredPosition = (value: unknown): value is StoredPosition =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'time' in value &&
  Number.isFinite(value.time) &&
  'at' in value &&
  Number.isFinite(value.at)

/** Replaces the stored position of this article; one that is not worth storing deletes it. */
export function storePosition(
  positions: readonly StoredPosition[],
  { id, time, at }: StoredPosition,
  duration: Ms,
): readonly StoredPosition[] {
  const others = positions.filter((position) => position.id !== id)
  if (!isWorthStoring(time, duration)) return others
  return [{ id, time: Math.round(time), at }, ...others].slice(0, maxPositions)
}

/** Where to resume; null for the start. The article may have been cut since. */
export function resumePosition(positions: readonly StoredPosition[], id: string, duration: Ms): Ms | null {
  const found = positions.find((position) => position.id === id)
  return found !== undefined && isWorthStoring(found.time, duration) ? found.time : null
}
