/** Times as text: with hundredths for the editor, and in words for screen readers. Pure. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { timeLabel } from './timeline-geometry.ts'

/** '3:41.20' */
export function clockLabel(time: Ms): string {
  const hundredths = Math.floor(Math.max(0, time) / 10)
  const label = timeLabel(Math.floor(hundredths / 100) * 1000)
  return `${label}.${String(hundredths % 100).padStart(2, '0')}`
}

/** '52.0 s', '1:12.0' */
export const lengthLabel = (length: Ms): string =>
  length < 59_950 ? `${(Math.round(length / 100) / 10).toFixed(1)} s` : timeLabel(length, 100)

const pluralize = (count: number | string, unit: string): string =>
  `${count} ${unit}${String(count) === '1' ? '' : 's'}`

/** '1 hour 2 minutes 3.5 seconds'; whole seconds where tenths would be noise. */
export function spokenTime(time: Ms, hasTenths = true): string {
  const tenths = hasTenths ? Math.round(Math.max(0, time) / 100) : Math.floor(Math.max(0, time) / 1000) * 10
  const hours = Math.floor(tenths / 36_000)
  const minutes = Math.floor((tenths % 36_000) / 600)
  const rest = tenths % 600
  const seconds = rest % 10 === 0 ? rest / 10 : (rest / 10).toFixed(1)
  const parts = [
    ...(hours > 0 ? [pluralize(hours, 'hour')] : []),
    ...(minutes > 0 ? [pluralize(minutes, 'minute')] : []),
    ...(rest > 0 || tenths < 600 ? [pluralize(seconds, 'second')] : []),
  ]
  return parts.join(' ')
}
