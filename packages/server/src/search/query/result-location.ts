/** The location of a search's words in an entry: the part of a result that stays the same while the entry exists. */
import { findMatches, type Match, type Range, type SearchQuery } from '@knowreel/shared/search/search-query.ts'
import { unspacedPattern } from '@knowreel/shared/search/search-terms.ts'
import type { SearchResult, TimedTextKind } from '@knowreel/shared/search/search.calls.ts'
import { timeAt } from '../index/timed-text.ts'
import type { FoundEntry } from './result-rows.queries.ts'

/** Words on each side of the match. */
const contextWords = 3
/** Matches further apart than this, in characters, are not shown together. */
const maxExcerpt = 120
/** About a paragraph. The excerpt comes from the span of this length, in characters, with the heaviest terms. */
const paragraphLength = 400
const maxTextToFind = 500
/** Per text. */
const maxMatches = 500

/** By term; terms without an entry have weight 1. */
export type TermWeights = ReadonlyMap<string, number>

type LocationField =
  | 'id'
  | 'category'
  | 'trimmedText'
  | 'saidAt'
  | 'startTime'
  | 'foundTextProperties'
  | 'attachment'
  | 'timedText'
  | 'transcription'
  | 'paragraphs'

export type ResultLocation = Pick<SearchResult, LocationField> & {
  /** Null if the result is a text, not a title. */
  readonly title: string | null
}

export function locationOf(entry: FoundEntry, query: SearchQuery, weights: TermWeights): ResultLocation {
  return toLocation(entry, isText(entry) ? excerptOf(entry, query, weights) : null)
}

/** The location of these UTF-16 offsets of the content. */
export const locationAt = (entry: FoundEntry, range: Range): ResultLocation =>
  toLocation(entry, isText(entry) ? toExcerpt(entry, range, range) : null)

/** A window of this many characters around the best matches, a third of it before them. */
export function windowOf(content: string, query: SearchQuery, weights: TermWeights, length: number): Range {
  const start = Math.max(0, (bestMatches(content, query, weights)[0]?.start ?? 0) - Math.floor(length / 3))
  return withWholeCharacters(content, { start, end: Math.min(content.length, start + length) })
}

/** Words of an entry that were shown before. */
export type ShownExcerpt = {
  readonly excerpt: string
  /** The words in it that matched. */
  readonly match: string | null
  /** Where they were: UTF-16 units of the tab, or milliseconds of the article. */
  readonly position: number
}

/** The location of words that were shown before, at the place that is nearest to where they were; null without them. */
export function locationOfExcerpt(entry: FoundEntry, shown: ShownExcerpt | null): ResultLocation | null {
  if (!isText(entry)) return toLocation(entry, null)
  const [best] = shown === null ? [] : placesOf(entry, shown).toSorted((one, other) => one.distance - other.distance)
  if (shown === null || best === undefined) return null
  const { start, at } = best
  const range = { start, end: start + shown.excerpt.length }
  if (shown.match === null)
    return toLocation(entry, { range, text: entry.content.slice(range.start, range.end), at, found: null })
  return toLocation(entry, toExcerpt(entry, range, { start: at, end: at + shown.match.length }))
}

/** Each occurrence of the excerpt, with each of the places in it where the match can be. */
function placesOf({ content, marks, startsAt }: FoundEntry, { excerpt, match, position }: ShownExcerpt) {
  const inExcerpt = match !== null ? occurrencesOf(excerpt, match) : marks !== null ? wordStarts(excerpt) : [0]
  const positionOf = (at: number) => (marks === null ? startsAt + at : timeAt(marks, charactersBefore(content, at)))
  // A tab without text is found by its title.
  const starts = excerpt === '' ? [0] : occurrencesOf(content, excerpt)
  return starts.flatMap((start) =>
    inExcerpt.map((offset) => {
      const at = start + offset
      return { start, at, distance: Math.abs(positionOf(at) - position) }
    }),
  )
}

function occurrencesOf(text: string, words: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(words); words !== '' && at !== -1; at = text.indexOf(words, at + words.length))
    found.push(at)
  return found
}

const wordStarts = (text: string): number[] => Array.from(text.matchAll(/\S+/gu), ({ index }) => index)

const isText = ({ kind }: FoundEntry): boolean =>
  kind === 'articleNotes' || kind === 'draftNotes' || kind === 'articleVideo' || kind === 'draftVideo'

type Excerpt = {
  readonly range: Range
  readonly text: string
  /** UTF-16 offset of the match. */
  readonly at: number
  readonly found: NonNullable<SearchResult['foundTextProperties']> | null
}

function toLocation(entry: FoundEntry, excerpt: Excerpt | null): ResultLocation {
  const { kind, part, partSlug, content, marks, startsAt } = entry
  const isVideo = kind === 'articleVideo' || kind === 'draftVideo'
  const timeOf = (offset: number) => timeAt(marks ?? [], charactersBefore(content, offset))
  const time = kind === 'paragraph' ? startsAt : isVideo ? timeOf(excerpt?.at ?? 0) : null
  const timedText = isVideo ? (part as TimedTextKind) : null
  return {
    id: resultIdOf(entry),
    category: kind,
    title: isText(entry) ? null : content,
    trimmedText: excerpt?.text ?? null,
    saidAt: time === null ? null : toClock(time),
    startTime: time,
    foundTextProperties: entry.attachment === null && !isVideo ? (excerpt?.found ?? null) : null,
    attachment: entry.attachment && {
      name: entry.attachment.name,
      page: entry.attachment.page,
      path: entry.attachment.path,
    },
    timedText,
    transcription:
      timedText === 'speech' && excerpt !== null
        ? {
            plainTranscription: excerpt.text,
            entries: [{ start: timeOf(excerpt.at) / 1000, end: timeOf(excerpt.range.end) / 1000, text: excerpt.text }],
          }
        : null,
    paragraphs: kind === 'paragraph' ? [{ id: part, title: content, slug: partSlug }] : [],
  }
}

/** A tag is the same result, whichever article has it. */
export const resultIdOf = ({ kind, subjectId, part, attachment }: FoundEntry): string =>
  [kind, kind === 'tag' ? '' : subjectId, part, attachment?.id ?? ''].filter((name) => name !== '').join(':')

/** Marks of timed text count code points. */
const charactersBefore = (content: string, offset: number): number => Array.from(content.slice(0, offset)).length

/** `hh:mm:ss` */
function toClock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** The best matches, with some words around them. */
function excerptOf(entry: FoundEntry, query: SearchQuery, weights: TermWeights): Excerpt {
  const { content } = entry
  const best = bestMatches(content, query, weights)
  const [first] = best
  const last = best.at(-1)
  if (first === undefined || last === undefined) {
    const range = withWholeCharacters(content, { start: 0, end: Math.min(content.length, maxExcerpt) })
    return { range, text: content.slice(range.start, range.end).trim(), at: range.start, found: null }
  }
  return toExcerpt(entry, { start: wordsBefore(content, first.start), end: wordsAfter(content, last.end) }, first)
}

/** From the paragraph with the heaviest terms, the heaviest matches of one line. */
function bestMatches(content: string, query: SearchQuery, weights: TermWeights): readonly Match[] {
  const matches = findMatches(content, query, maxMatches)
  const near = heaviest(matches, weights, (start, end) => end - start <= paragraphLength)
  return heaviest(near, weights, (start, end) => end - start <= maxExcerpt && !content.slice(start, end).includes('\n'))
}

/** The matches with the largest sum of weights, each term once; if equal, the closest ones. */
function heaviest(
  matches: readonly Match[],
  weights: TermWeights,
  isNear: (start: number, end: number) => boolean,
): readonly Match[] {
  let best = { from: 0, to: 0, weight: 0, length: 0 }
  matches.forEach(({ start }, from) => {
    const terms = new Set<string>()
    let weight = 0
    for (const [index, match] of matches.slice(from).entries()) {
      if (index > 0 && !isNear(start, match.end)) break
      const own = match.end - start
      for (const term of match.terms) {
        if (!terms.has(term)) weight += weights.get(term) ?? 1
        terms.add(term)
      }
      if (weight > best.weight || (weight === best.weight && own < best.length))
        best = { from, to: from + index + 1, weight, length: own }
    }
  })
  return matches.slice(best.from, best.to)
}

function toExcerpt({ content, startsAt, part }: FoundEntry, range: Range, shown: Range): Excerpt {
  const textToFind = content.slice(shown.start, Math.min(shown.end, shown.start + maxTextToFind))
  return {
    range,
    text: content.slice(range.start, range.end),
    at: shown.start,
    found: {
      initialIndex: countOccurrences(content, textToFind, shown.start),
      startIndex: startsAt + shown.start,
      queryLength: shown.end - shown.start,
      textToFind,
      textTabId: part,
    },
  }
}

/** Those that begin before the offset. */
function countOccurrences(content: string, words: string, before: number): number {
  return occurrencesOf(content, words).filter((at) => at < before).length
}

/** Scripts without spaces show as many characters as words have on average. */
const maxContext = 40

function wordsBefore(text: string, from: number): number {
  const { start } = withWholeCharacters(text, { start: Math.max(0, from - maxContext), end: from })
  const context = text.slice(start, from)
  const before = isSpace(text[start - 1]) ? context : context.replace(partAtStart, dropWord)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const words = wordsAtEnd.exec(line)?.[0] ?? ''
  return from - words.length
}

function wordsAfter(text: string, from: number): number {
  const { end } = withWholeCharacters(text, { start: from, end: Math.min(text.length, from + maxContext) })
  const context = text.slice(from, end)
  const after = isSpace(text[end]) ? context : context.replace(partAtEnd, dropWord)
  const line = after.split('\n')[0] ?? ''
  const words = wordsAtStart.exec(line)?.[0] ?? ''
  return from + words.length
}

/** The end of a word that begins before the context, and the beginning of one that ends behind it. */
const [partAtStart, partAtEnd] = [/^\S+\s+/u, /\s+\S+$/u]
const isSpace = (character: string | undefined): boolean => character === undefined || /\s/u.test(character)
/** Scripts without spaces have no words there. */
const dropWord = (part: string): string => (unspacedPattern.test(part.trim()) ? part : '')

const wordsAtEnd = new RegExp(`(?:\\S+\\s+){0,${contextWords}}\\S*$`, 'u')
const wordsAtStart = new RegExp(`^\\S*(?:\\s+\\S+){0,${contextWords}}`, 'u')

/** Without the half of a surrogate pair at either end. */
function withWholeCharacters(text: string, { start, end }: Range): Range {
  return {
    start: start > 0 && isLowSurrogate(text, start) ? start + 1 : start,
    end: end < text.length && isLowSurrogate(text, end) ? end - 1 : end,
  }
}

const isLowSurrogate = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
