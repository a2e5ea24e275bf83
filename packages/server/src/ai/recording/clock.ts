/** Times as models read and write them: `1:05`, `1:02:05`. Pure. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'

export function toClock(time: Ms): string {
  const seconds = Math.max(0, Math.floor(time / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const tail = `${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

const clock = /^(?:(?<hours>\d{1,2}):)?(?<minutes>\d{1,3}):(?<seconds>[0-5]\d)$/

/** Null for anything that is no time. */
export function fromClock(text: string): Ms | null {
  const found = clock.exec(text.trim())?.groups
  if (found === undefined) return null
  const { hours, minutes, seconds } = found
  return (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}
