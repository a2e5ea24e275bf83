/** When nobody speaks. Pure. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { Recorded, Span } from './read-recording.ts'

const minSilenceMs: Ms = 500

/** The gaps between words, in order, with those before the first and after the last one. */
export function silencesOf({ words, duration }: Pick<Recorded, 'words' | 'duration'>): Span[] {
  if (words.length === 0) return []
  const silences: Span[] = []
  let end: Ms = 0
  for (const word of words) {
    if (word.start - end >= minSilenceMs) silences.push({ start: end, end: word.start })
    end = Math.max(end, word.end)
  }
  if (duration - end >= minSilenceMs) silences.push({ start: end, end: duration })
  return silences
}
