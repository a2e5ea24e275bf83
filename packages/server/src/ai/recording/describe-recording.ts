/** A recording as text for a model: lines with their times, in order, within a length. Pure. */
import { positionsOf, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { toClock } from '@knowreel/shared/video/clock.ts'
import type { Recorded } from './read-recording.ts'

export type TimedLine = { readonly time: Ms; readonly text: string }

/** Limit for all on-screen text, in characters: a screen full of code says less than a sentence. */
const maxShownLength = 8000
const maxLineLength = 300
const minShownLength = 4

/** Everything that is said, shown and clicked, and the paragraphs, in order. */
export function describeRecording({ spoken, shown, steps }: Recorded, tree: ParagraphTree): TimedLine[] {
  const hasSpeakers = new Set(spoken.map(({ speaker }) => speaker)).size > 1
  const lines = [
    ...positionsOf(tree).map(({ paragraph, start }) => ({ time: start, text: `Paragraph: ${paragraph.title}` })),
    ...spoken.map(({ start, speaker, text }) => ({
      time: start,
      text: hasSpeakers && speaker !== null ? `${speaker}: ${text}` : text,
    })),
    ...steps.flatMap(({ time, kind, title }) =>
      title.trim() === '' ? [] : [{ time, text: kind === 'click' ? `Click: ${title}` : `Page: ${title}` }],
    ),
    ...shownOnce(shown).map(({ start, text }) => ({ time: start, text: `On screen: ${text}` })),
  ]
  return lines
    .map(({ time, text }) => ({ time, text: text.replaceAll(/\s+/gu, ' ').slice(0, maxLineLength) }))
    .toSorted((one, other) => one.time - other.time)
}

export const lineText = ({ time, text }: TimedLine): string => `[${toClock(time)}] ${text}`

/** Each text once, those that stay longest first, in the order of their times. */
function shownOnce(shown: Recorded['shown']): Recorded['shown'] {
  const seen = new Set<string>()
  let room = maxShownLength
  return shown
    .toSorted((one, other) => other.end - other.start - (one.end - one.start))
    .filter(({ text }) => {
      const folded = text.trim().toLowerCase()
      if (folded.length < minShownLength || !/\p{L}{2}/u.test(folded) || seen.has(folded)) return false
      seen.add(folded)
      room -= Math.min(text.length, maxLineLength)
      return room >= 0
    })
    .toSorted((one, other) => one.start - other.start)
}

/** Splits lines into parts with a maximum number of characters. */
export function splitLines(lines: readonly TimedLine[], maxLength: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const line of lines.map(lineText)) {
    if (part !== '' && part.length + line.length + 1 > maxLength) {
      parts.push(part)
      part = ''
    }
    part += part === '' ? line : `\n${line}`
  }
  return part === '' ? parts : [...parts, part]
}
