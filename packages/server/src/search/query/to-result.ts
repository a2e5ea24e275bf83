/** Maps rows to results: where the words are, and what a row of the list shows. */
import { findMatches, type SearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { SearchResult, TimedTextKind } from '@knowreel/shared/search/search.calls.ts'
import { toArticleWorkspace } from '../../workspace/index.ts'
import { timeAt } from '../index/timed-text.ts'
import type { Parent } from './parents.ts'
import type { ResultRow } from './search.queries.ts'

/** Words on each side of the match. */
const contextWords = 3
/** Matches further apart than this, in characters, are not shown together. */
const maxExcerpt = 120

export const toResult = (row: ResultRow, query: SearchQuery, parent: Parent | null): SearchResult =>
  withExcerpt(row, isText(row) ? excerptOf(row, query) : null, parent)

/** The result that shows these UTF-16 offsets of the text. */
export const toCitedResult = (row: ResultRow, start: number, end: number): SearchResult =>
  withExcerpt(row, isText(row) ? foundAt(row, { start, end }, { start, end }) : null, null)

const isText = ({ kind }: ResultRow): boolean =>
  kind === 'articleNotes' || kind === 'draftNotes' || kind === 'articleVideo' || kind === 'draftVideo'

type Excerpt = {
  readonly text: string
  /** Code points before the match. */
  readonly at: number
  readonly found: SearchResult['foundTextProperties']
}

function withExcerpt(row: ResultRow, excerpt: Excerpt | null, parent: Parent | null): SearchResult {
  const { article, workspace, kind } = row
  const isVideo = kind === 'articleVideo' || kind === 'draftVideo'
  const time = kind === 'paragraph' ? row.startsAt : isVideo ? timeAt(row.marks ?? [], excerpt?.at ?? 0) : null
  const timedText = isVideo ? (row.part as TimedTextKind) : null
  const shownWorkspace = workspace === null ? null : toArticleWorkspace(workspace)
  return {
    id: [kind, article?.id ?? workspace?.id ?? '', row.part, row.attachment?.id ?? '']
      .filter((part) => part !== '')
      .join(':'),
    category: kind,
    title: titleOf(row),
    workspace: shownWorkspace,
    parentArticle: parent,
    parentWorkspace: shownWorkspace,
    trimmedText: excerpt?.text ?? null,
    saidAt: time === null ? null : toClock(time),
    startTime: time,
    articleId: article !== null && !article.isDraft ? article.id : null,
    draftId: article?.isDraft ? article.id : null,
    isDraft: article?.isDraft ?? false,
    foundTextProperties: row.attachment === null && !isVideo ? (excerpt?.found ?? null) : null,
    attachment: row.attachment && { name: row.attachment.name, page: row.attachment.page },
    textTabs: article?.tab ? [article.tab] : [],
    timedText,
    transcription: timedText === 'speech' && excerpt !== null ? transcriptionOf(row, excerpt) : null,
    tags: kind === 'tag' ? [row.content] : (article?.tags ?? []),
    paragraphs: kind === 'paragraph' ? [{ id: row.part, title: row.content, slug: row.partSlug }] : [],
    shortId: article?.shortId ?? null,
    slug: article?.slug ?? null,
    articleTitle: article?.title ?? null,
    duration: article?.duration ?? 0,
    updatedAt: article === null ? null : new Date(article.updatedAt).toISOString(),
    author: article?.author ?? null,
    count: row.count,
    sharedToken: article?.sharedToken ?? null,
  }
}

function titleOf({ kind, content, article, workspace }: ResultRow): string {
  if (kind === 'workspace') return workspace === null ? content : toArticleWorkspace(workspace).title
  return kind === 'tag' || kind === 'paragraph' ? content : (article?.title ?? content)
}

/** The excerpt as one line of a transcript. */
function transcriptionOf({ marks, contentAt, content }: ResultRow, { text, at }: { text: string; at: number }) {
  const end = contentAt + Array.from(content.slice(0, content.indexOf(text) + text.length)).length
  const entry = { start: timeAt(marks ?? [], at) / 1000, end: timeAt(marks ?? [], end) / 1000, text }
  return { plainTranscription: text, entries: [entry] }
}

/** `hh:mm:ss` */
function toClock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** The matches that are close together, with some words around them. */
function excerptOf(row: ResultRow, query: SearchQuery): Excerpt {
  const { content, contentAt } = row
  const matches = findMatches(content, query)
  const [first] = matches
  if (first === undefined) return { text: content.slice(0, maxExcerpt).trim(), at: contentAt, found: null }
  const best = densest(matches)
  const start = wordsBefore(content, best.start)
  const end = wordsAfter(content, best.end)
  const shown = matches.find((match) => match.start >= best.start) ?? first
  return foundAt(row, { start, end }, shown)
}

type Offsets = { readonly start: number; readonly end: number }

function foundAt({ content, contentAt, startsAt, part }: ResultRow, excerpt: Offsets, shown: Offsets): Excerpt {
  const at = contentAt + Array.from(content.slice(0, shown.start)).length
  return {
    text: content.slice(excerpt.start, excerpt.end),
    at,
    found: {
      initialIndex: shown.start - excerpt.start,
      startIndex: startsAt + at,
      queryLength: shown.end - shown.start,
      textToFind: content.slice(shown.start, shown.end).slice(0, 500),
      textTabId: part,
    },
  }
}

/** The range of at most `maxExcerpt` with the most matches. */
function densest(matches: readonly { start: number; end: number }[]): { start: number; end: number } {
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
  const before = text.slice(Math.max(0, from - maxContext), from)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const words = new RegExp(`(?:\\S+\\s+){0,${contextWords}}\\S*$`, 'u').exec(line)?.[0] ?? ''
  return from - words.length
}

function wordsAfter(text: string, from: number): number {
  const line = text.slice(from, from + maxContext).split('\n')[0] ?? ''
  const words = new RegExp(`^\\S*(?:\\s+\\S+){0,${contextWords}}`, 'u').exec(line)?.[0] ?? ''
  return from + words.length
}
