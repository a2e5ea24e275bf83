/**
 * Timed text: what is said or shown in recordings. A feature that has such text contributes a source; the index maps the
 * times of recordings to those of every article and draft that plays them. docs/decisions/0194-timed-text.md
 */
import { positionsOf, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { startsOf, type Piece } from '@knowreel/shared/video/play-map.ts'
import type { TimedTextKind } from '@knowreel/shared/search/search.calls.ts'
import type { Db } from '../../platform/database/db.ts'

export type TimedTextSource = {
  readonly kind: TimedTextKind
  /** A value per recording that has text, which changes whenever the text does. Called for every change of an article. */
  readonly versionsOf: (db: Db, videoIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Called only if a version or the material of the article has changed. Any order. */
  readonly readSpans: (db: Db, videoIds: readonly string[]) => Promise<readonly TimedSpan[]>
}

/** The smallest part that is found or cut as a whole: a word, or the text of a picture. Times in ms of the recording. */
export type TimedSpan = {
  readonly videoId: string
  readonly start: number
  readonly end: number
  readonly text: string
}

export type TimedPassage = {
  /** ms of the article; grows from passage to passage. */
  readonly startsAt: number
  readonly text: string
  /** Alternating pairs: a code point offset in `text`, then its article time in ms. */
  readonly marks: readonly number[]
}

/** Characters; about a minute of speech, so that words of neighbouring sentences are found together. */
const passageLength = 1000
/** Per article: about a day of speech. */
const maxPassages = 2000
/** Two marks are at least this far apart. */
const markMs = 1000
/** A span counts as played if the piece plays at least this long, or half of the span. */
const minPlayedMs = 500

/** The text of the article's material, in the order of playing. Pure. */
export function passagesOf(tree: ParagraphTree, spans: readonly TimedSpan[]): TimedPassage[] {
  const ofVideo = Map.groupBy(
    spans.filter(({ text }) => text.trim() !== ''),
    ({ videoId }) => videoId,
  )
  for (const list of ofVideo.values()) list.sort((one, other) => one.start - other.start)
  const passages: (TimedPassage & { text: string; marks: number[] })[] = []
  let length = 0
  for (const { piece, start } of piecesOf(tree))
    for (const span of ofVideo.get(piece.videoId) ?? []) {
      if (!isPlayed(span, piece)) continue
      const at = start + Math.max(0, span.start - piece.in)
      const text = span.text.trim()
      const ownLength = [...text].length
      const last = passages.at(-1)
      if (last === undefined || length + ownLength > passageLength) {
        if (passages.length === maxPassages) return passages
        // Pictures that appear together may not become one entry.
        passages.push({ startsAt: Math.max(at, (last?.startsAt ?? -1) + 1), text, marks: [0, at] })
        length = ownLength
        continue
      }
      if (at - (last.marks.at(-1) ?? 0) >= markMs) last.marks.push(length + 1, at)
      last.text += ` ${text}`
      length += 1 + ownLength
    }
  return passages
}

/** The time at which the character is said. */
export function timeAt(marks: readonly number[], offset: number): number {
  let time = marks[1] ?? 0
  for (let index = 0; index < marks.length && (marks[index] ?? 0) <= offset; index += 2) time = marks[index + 1] ?? time
  return time
}

/** Every piece with its start on the clock of the article. */
export const piecesOf = (tree: ParagraphTree): { piece: Piece; start: number }[] =>
  positionsOf(tree).flatMap(({ paragraph: { map }, start }) =>
    map.map((piece, index) => ({ piece, start: start + (startsOf(map)[index] ?? 0) })),
  )

function isPlayed(span: TimedSpan, piece: Piece): boolean {
  const played = Math.min(span.end, piece.in + piece.dur) - Math.max(span.start, piece.in)
  const isMoment = span.end <= span.start
  if (isMoment) return span.start >= piece.in && span.start < piece.in + piece.dur
  return played >= Math.min(minPlayedMs, (span.end - span.start) / 2)
}
