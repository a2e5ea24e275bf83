/**
 * Passages for answers: the results of more than one query, merged by their ranks. The statements are those of the search,
 * which check access.
 */
import { parseSearchQuery, type Range } from '@knowreel/shared/search/search-query.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { findSimilarTexts, type Meaning } from '../meaning/similar-texts.ts'
import { findAnswers, findTitles, type Search, type TermServices } from './global-search.ts'
import { listVisibleSubjects } from './reach.ts'
import { locationAt, windowOf } from './result-location.ts'
import type { ResultRow } from './result-rows.queries.ts'
import { toResult } from './to-result.ts'

export type Passage = {
  /** The same location has the same key in every search. */
  readonly key: string
  readonly articleId: string
  readonly title: string
  readonly text: string
  readonly isDraft: boolean
  readonly updatedAt: Date
  /** A result that opens at these UTF-16 offsets of the text. */
  readonly cite: (start: number, end: number) => SearchResult
}

export type PassageSearch = {
  /** Best first. The meaning is that of the question. */
  find(member: Member, queries: readonly string[], limit: number, meaning?: Meaning | null): Promise<Passage[]>
  /** The ids of those articles and drafts that the person may still read. */
  listVisible(member: Member, articleIds: readonly string[]): Promise<Set<string>>
}

const windowLength = 1500
const rowsPerQuery = 15
/** The constant k of reciprocal rank fusion; larger values flatten the top ranks. */
const rankConstant = 20
/** A match by meaning weighs as much as matches of two keyword queries. */
const meaningWeight = 2
/** How much better the newest article ranks than a very old one, and after how many days half of it is lost. */
const recency = { share: 0.15, halfLifeDays: 180 }

/** Factors of the rank: articles that their owner has confirmed, and articles whose review is due. */
const trust = { confirmed: 1.08, open: 1, due: 0.95 } as const

type PassageServices = TermServices & {
  /** By article; others have no review. */
  readonly reviewStates?: (articleIds: readonly string[]) => Promise<ReadonlyMap<string, { state: keyof typeof trust }>>
}

export function createPassageSearch(services: PassageServices): PassageSearch {
  return {
    async find(member, queries, limit, meaning = null) {
      const [byMeaning, ...byWords] = await Promise.all([
        meaning === null ? [] : findByMeaning(services.db, member, meaning, queries[0] ?? ''),
        ...queries.map((typed) => findRows(services, member, typed)),
      ])
      const scored = mergeByRank([
        ...byWords.map((rows) => ({ rows, weight: 1 })),
        { rows: byMeaning, weight: meaningWeight },
      ])
      const reviews = await services.reviewStates?.([...new Set(scored.map(({ passage }) => passage.articleId))])
      const scoreOf = ({ passage, score }: ScoredPassage) =>
        score * freshness(passage.updatedAt) * trust[reviews?.get(passage.articleId)?.state ?? 'open']
      return scored
        .map((one) => ({ passage: one.passage, score: scoreOf(one) }))
        .toSorted((one, other) => other.score - one.score)
        .slice(0, limit)
        .map(({ passage }) => passage)
    },
    async listVisible(member, articleIds) {
      if (articleIds.length === 0) return new Set()
      return new Set((await listVisibleSubjects(services.db, member, articleIds)).map(({ id }) => id))
    },
  }
}

const textKinds = ['articleNotes', 'draftNotes', 'articleVideo', 'draftVideo'] as const
const titleKinds = ['article', 'paragraph'] as const

type FoundRow = ResultRow & { readonly window: Range }

async function findRows(services: TermServices, member: Member, typed: string): Promise<FoundRow[]> {
  // A complete query: its last word is not the beginning of another one.
  const parsed = parseSearchQuery(`${typed} `)
  if (parsed.units.length === 0) return []
  // Text from a model is never a filter.
  const query = { ...parsed, filters: {} }
  const search: Search = { services, member, query, filters: {}, page: { limit: rowsPerQuery, offset: 0 } }
  const [{ rows, weights }, titles] = await Promise.all([
    findAnswers(search, textKinds),
    findTitles(search, titleKinds),
  ])
  return [
    ...byKind(rows).map((row) => ({ ...row, window: windowOf(row.content, query, weights, windowLength) })),
    ...titles.map((row) => ({ ...row, window: { start: 0, end: row.content.length } })),
  ]
}

async function findByMeaning(db: Db, member: Member, meaning: Meaning, question: string): Promise<FoundRow[]> {
  const query = parseSearchQuery(`${question} `)
  const rows = await findSimilarTexts(db, member, meaning, rowsPerQuery)
  return rows.map((row) => ({ ...row, window: windowOf(row.content, query, new Map(), windowLength) }))
}

/** Each kind has ranks of its own; the first of each comes first. */
function byKind(rows: readonly ResultRow[]): ResultRow[] {
  const lists = [...Map.groupBy(rows, ({ kind }) => kind).values()]
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}

type ScoredPassage = { readonly passage: Passage; readonly score: number }

type RankedList = { readonly rows: readonly FoundRow[]; readonly weight: number }

function mergeByRank(lists: readonly RankedList[]): ScoredPassage[] {
  const scores = new Map<string, ScoredPassage>()
  for (const { rows, weight } of lists) {
    for (const [rank, row] of rows.entries()) {
      const passage = toPassage(row)
      if (passage === null) continue
      const known = scores.get(passage.key)
      const score = (known?.score ?? 0) + weight / (rankConstant + rank)
      scores.set(passage.key, { passage: known?.passage ?? passage, score })
    }
  }
  return withoutCopies([...scores.values()])
}

/** The draft of a published article says the same again. */
function withoutCopies<Scored extends { readonly passage: Passage }>(all: readonly Scored[]): Scored[] {
  const published = new Set(all.flatMap(({ passage }) => (passage.isDraft ? [] : [passage.title])))
  return all.filter(({ passage }) => !passage.isDraft || !published.has(passage.title))
}

function freshness(updatedAt: Date): number {
  const days = Math.max(0, Date.now() - updatedAt.getTime()) / 86_400_000
  return 1 + recency.share * 0.5 ** (days / recency.halfLifeDays)
}

function toPassage(row: FoundRow): Passage | null {
  const { article, content, part, kind, startsAt } = row
  const { start, end } = row.window
  const text = content.slice(start, end)
  if (article === null || text.trim() === '') return null
  return {
    key: [kind, article.id, part, row.attachment?.id ?? '', startsAt].join(':'),
    articleId: article.id,
    title: article.title,
    text,
    isDraft: article.isDraft,
    updatedAt: article.updatedAt,
    cite: (from, to) =>
      toResult({ location: locationAt(row, { start: start + from, end: start + to }), facts: row }, null),
  }
}
