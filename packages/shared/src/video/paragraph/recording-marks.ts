/** The paragraphs that somebody marked while recording. */
import * as z from 'zod'
import { singleLine } from '../../catalogue/wire.ts'
import { durationOf, slice } from '../play-map.ts'
import { videoLimits } from '../video-errors.ts'
import { paragraphLimits } from './paragraph-limits.ts'
import type { Paragraph } from './paragraph-tree.ts'
import { minPartMs, minStartDistance, nextParagraphTitle } from './paragraph-tree.rules.ts'

const recordingMark = z.strictObject({
  /** Milliseconds from the start of the recording. */
  at: z.number().int().min(0).max(videoLimits.duration),
  /** Empty: the paragraph gets the next number. */
  title: singleLine(paragraphLimits.title).default(''),
})
export const recordingMarks = z.array(recordingMark).max(paragraphLimits.paragraphs)
export type RecordingMark = z.output<typeof recordingMark>

/**
 * Divides the paragraph of a whole recording into at most `maximum`. Marks beyond its end or too close to another one
 * are left out.
 */
export function splitAtMarks(
  whole: Paragraph,
  marks: readonly RecordingMark[],
  { maximum, newId }: { maximum: number; newId: () => string },
): Paragraph[] {
  const duration = durationOf(whole.map)
  const distance = Math.max(minPartMs, minStartDistance(duration))
  const starts = [{ at: 0, title: whole.title }]
  for (const mark of marks.toSorted((one, other) => one.at - other.at)) {
    const isApart = mark.at - (starts.at(-1)?.at ?? 0) >= distance && duration - mark.at >= minPartMs
    if (isApart && starts.length < maximum) starts.push(mark)
  }
  return starts.reduce<Paragraph[]>(
    (paragraphs, { at, title }, index) => [
      ...paragraphs,
      {
        ...whole,
        id: index === 0 ? whole.id : newId(),
        title: title.trim() || nextParagraphTitle(paragraphs),
        map: slice(whole.map, at, starts[index + 1]?.at ?? duration),
      },
    ],
    [],
  )
}
