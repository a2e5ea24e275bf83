/** Times as models write them: `1:05`, `1:02:05`. Pure. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'

const clock = /^(?:(?<hours>\d{1,2}):)?(?<minutes>\d{1,3}):(?<seconds>[0-5]\d)$/

/** Null for anything that is no time. */
export function fromClock(text: string): Ms | null {
  const found = clock.exec(text.trim())?.groups
  if (found === undefined) return null
  const { hours, minutes, seconds } = found
  return (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}
