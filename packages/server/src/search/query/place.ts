/** Where the words of a search are in an entry: what of a result stays the same while the entry exists. */
import { findMatches, type Range, type SearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { SearchResult, TimedTextKind } from '@knowreel/shared/search/search.calls.ts'
import { timeAt } from '../index/timed-text.ts'
import type { FoundEntry } from './result-rows.queries.ts'

/** Words on each side of the match. */
const contextWords = 3
/** Matches further apart than this, in characters, are not shown together. */
const maxExcerpt = 120
const maxTextToFind = 500

type Placed =
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

export type Place = Pick<SearchResult, Placed> & {
  /** Of a title; null of a text. */
  readonly title: string | null
}

export function placeOf(entry: FoundEntry, window: Range, query: SearchQuery): Place {
  return toPlace(entry, isText(entry) ? excerptOf(entry, window, query) : null)
}

/** The place of these UTF-16 offsets of the content. */
export const placeAt = (entry: FoundEntry, range: Range): Place =>
  toPlace(entry, isText(entry) ? toExcerpt(entry, range, range) : null)

/** What is searched for matches: this many characters around a word, a third of them before it; all without the word. */
export function windowAround(content: string, word: string, length: number): Range {
  const at = word === '' ? -1 : content.toLowerCase().indexOf(word)
  if (at === -1) return { start: 0, end: content.length }
  const start = Math.max(0, at - Math.floor(length / 3))
  return withWholeCharacters(content, { start, end: Math.min(content.length, start + length) })
}

const isText = ({ kind }: FoundEntry): boolean =>
  kind === 'articleNotes' || kind === 'draftNotes' || kind === 'articleVideo' || kind === 'draftVideo'

type Excerpt = {
  readonly range: Range
  readonly text: string
  /** UTF-16 offset of the match. */
  readonly at: number
  readonly found: NonNullable<SearchResult['foundTextProperties']> | null
}

function toPlace(entry: FoundEntry, excerpt: Excerpt | null): Place {
  const { kind, subjectId, part, partSlug, content, marks, startsAt } = entry
  const isVideo = kind === 'articleVideo' || kind === 'draftVideo'
  const timeOf = (offset: number) => timeAt(marks ?? [], charactersBefore(content, offset))
  const time = kind === 'paragraph' ? startsAt : isVideo ? timeOf(excerpt?.at ?? 0) : null
  const timedText = isVideo ? (part as TimedTextKind) : null
  return {
    // A tag is the same result, whichever article has it.
    id: [kind, kind === 'tag' ? '' : subjectId, part, entry.attachment?.id ?? '']
      .filter((name) => name !== '')
      .join(':'),
    category: kind,
    title: isText(entry) ? null : content,
    trimmedText: excerpt?.text ?? null,
    saidAt: time === null ? null : toClock(time),
    startTime: time,
    foundTextProperties: entry.attachment === null && !isVideo ? (excerpt?.found ?? null) : null,
    attachment: entry.attachment && { name: entry.attachment.name, page: entry.attachment.page },
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

/** Marks of timed text count code points. */
const charactersBefore = (content: string, offset: number): number => Array.from(content.slice(0, offset)).length

/** `hh:mm:ss` */
function toClock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** The matches that are close together, with some words around them. */
function excerptOf(entry: FoundEntry, window: Range, query: SearchQuery): Excerpt {
  const { content } = entry
  const matches = findMatches(content.slice(window.start, window.end), query).map(({ start, end }) => ({
    start: window.start + start,
    end: window.start + end,
  }))
  const [first] = matches
  if (first === undefined) {
    const end = Math.min(window.end, window.start + maxExcerpt)
    const range = withWholeCharacters(content, { start: window.start, end })
    return { range, text: content.slice(range.start, range.end).trim(), at: range.start, found: null }
  }
  const best = densest(matches)
  const range = {
    start: wordsBefore(content, best.start),
    end: wordsAfter(content, best.end),
  }
  return toExcerpt(entry, range, matches.find(({ start }) => start >= best.start) ?? first)
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
  let count = 0
  for (let at = content.indexOf(words); at !== -1 && at < before; at = content.indexOf(words, at + words.length))
    count += 1
  return count
}

/** The range of at most `maxExcerpt` with the most matches. */
function densest(matches: readonly Range[]): Range {
  let best = { start: 0, end: 0, count: 0 }
  matches.forEach(({ start, end: ownEnd }, index) => {
    const within = matches.slice(index).filter(({ end }) => end - start <= maxExcerpt)
    if (within.length > best.count) best = { start, end: within.at(-1)?.end ?? ownEnd, count: within.length }
  })
  return best.count === 0 && matches[0] ? matches[0] : best
}

/** Scripts without spaces show as many characters as words have on average. */
const maxContext = 40

function wordsBefore(text: string, from: number): number {
  const { start } = withWholeCharacters(text, { start: Math.max(0, from - maxContext), end: from })
  const before = text.slice(start, from)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const words = wordsAtEnd.exec(line)?.[0] ?? ''
  return from - words.length
}

function wordsAfter(text: string, from: number): number {
  const { end } = withWholeCharacters(text, { start: from, end: Math.min(text.length, from + maxContext) })
  const line = text.slice(from, end).split('\n')[0] ?? ''
  const words = wordsAtStart.exec(line)?.[0] ?? ''
  return from + words.length
}

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
