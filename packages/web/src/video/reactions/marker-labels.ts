import { spokenTime } from '../timeline/spoken-time.ts'
import { emojiName } from '@knowreel/shared/comment/emoji-names.ts'
import * as texts from '../texts.ts'
import type { PositionedMarker } from './timeline-markers.ts'

/** The first words of a comment as plain text. Expects HTML sanitised by the server. */
export function commentExcerpt(html: string, length = 120): string {
  const spaced = html.replaceAll(/<(?:\/(?:p|li)|br\s*\/?)>/g, '$& ')
  // A document that is only parsed loads and runs nothing.
  const text = new DOMParser().parseFromString(spaced, 'text/html').body.textContent ?? ''
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length > length ? `${plain.slice(0, length).trimEnd()}…` : plain
}

const kindLabel = ({ comment, icon }: PositionedMarker): string =>
  comment === null && icon !== null
    ? emojiName(icon)
    : icon === null
      ? texts.comment
      : texts.commentWithIcon(emojiName(icon))

/** The accessible name of a marker or a stack. */
export function markersLabel(marks: readonly PositionedMarker[]): string {
  const [first] = marks
  if (!first) return ''
  const time = spokenTime(first.time, false)
  if (marks.length > 1) return texts.markCountReactionsAndCommentsAround(marks.length, time)
  const by = first.person ? texts.byPersonName(first.person.name) : ''
  return texts.firstByAtTime(kindLabel(first), by, time)
}
