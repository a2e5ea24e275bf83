/** The positions in recordings that were not watched to the end. Stored by the browser for the most recent ones. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'

/** `at`: when it was stored, in ms since 1970. */
export type KeptPlace = { readonly id: string; readonly time: Ms; readonly at: number }

const mostPlaces = 100
/** Less than this does not count as started. */
const notBegun: Ms = 5000
/** The rest is rarely more than goodbyes. */
const watchedShare = 0.95

export const isWorthKeeping = (time: Ms, duration: Ms): boolean => time >= notBegun && time <= duration * watchedShare

/** Reads the stored positions, newest first; invalid ones are ignored. */
export function readPlaces(kept: string | null): readonly KeptPlace[] {
  let places: unknown
  try {
    places = JSON.parse(kept ?? '[]')
  } catch {
    return []
  }
  return Array.isArray(places) ? places.filter(isPlace).slice(0, mostPlaces) : []
}

const isPlace = (value: unknown): value is KeptPlace =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'time' in value &&
  Number.isFinite(value.time) &&
  'at' in value &&
  Number.isFinite(value.at)

/** Replaces the stored position of this article; one that is not worth storing deletes it. */
export function keepPlace(
  places: readonly KeptPlace[],
  { id, time, at }: KeptPlace,
  duration: Ms,
): readonly KeptPlace[] {
  const others = places.filter((place) => place.id !== id)
  if (!isWorthKeeping(time, duration)) return others
  return [{ id, time: Math.round(time), at }, ...others].slice(0, mostPlaces)
}

/** Where to resume; null for the start. The article may have been cut since. */
export function placeToResume(places: readonly KeptPlace[], id: string, duration: Ms): Ms | null {
  const found = places.find((place) => place.id === id)
  return found !== undefined && isWorthKeeping(found.time, duration) ? found.time : null
}
