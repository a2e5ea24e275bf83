import type { Ms } from './play-map.ts'

/** `1:05`, `1:02:05`. */
export function toClock(time: Ms): string {
  const seconds = Math.max(0, Math.floor(time / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const tail = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
