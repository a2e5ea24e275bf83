/**
 * `/search/global/{q}`: all words first; when a first page stays nearly empty, texts with most of the rare words, and
 * titles that are spelled similarly. Questions begin with the second.
 */
import {
  foldTitle,
  isEmptyQuery,
  isQuestion,
  parseSearchQuery,
  type QueryUnit,
  type SearchQuery,
} from '@knowreel/shared/search/search-query.ts'
import { resultsPerPage, searchCategories, type SearchCategory } from '@knowreel/shared/search/search.calls.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EntryKind } from '../search.tables.ts'
import {
  searchSimilarTitles,
  searchTexts,
  searchTitles,
  type Page,
  type TextRow,
  type TextSearch,
  type TitleSearch,
} from './search.queries.ts'
import type { Filters } from './reach.ts'
import { placesOf } from './places.queries.ts'
import type { RankedResultCache } from './ranked-results.ts'
import type { ResultRow } from './result-rows.queries.ts'
import { allInText, allInTitle, allMistyped, anywhere, ofUnit, splitPairs } from './term-query.ts'
import type { TermStatistics } from './term-statistics.ts'
import type { Found } from './to-result.ts'

export type TermServices = { readonly db: Db; readonly statistics: TermStatistics }

type SearchServices = TermServices & { readonly rankedResults: RankedResultCache }

export type SearchRequest = {
  readonly typed: string
  /** Undefined: the first page of each. */
  readonly category: SearchCategory | undefined
  readonly page: number
  readonly skip: number
}

const titleKinds = ['workspace', 'article', 'draft', 'paragraph', 'tag'] as const satisfies readonly SearchCategory[]
const textKinds = [
  'draftNotes',
  'articleNotes',
  'articleVideo',
  'draftVideo',
] as const satisfies readonly SearchCategory[]

/** Short words resemble too many others. */
const minComparedLength = 4
/** Candidates of a question: texts with one of its rarest words. */
const maxCandidateUnits = 8
const minCandidateWeight = 3

/** Characters around the rarest word in which the others are looked for. */
const windowLength = 600

export async function searchEverything(
  services: SearchServices,
  member: Member,
  { typed, category, page, skip }: SearchRequest,
): Promise<readonly Found[]> {
  const query = parseSearchQuery(typed)
  const filters = readFilters(query)
  if (isEmptyQuery(typed) || (query.units.length === 0 && !isFiltered(filters))) return []
  const wanted = category === undefined ? searchCategories : [category]
  const titles = titleKinds.filter((kind) => wanted.includes(kind))
  const texts = textKinds.filter((kind) => wanted.includes(kind))
  const range = { limit: resultsPerPage, offset: Math.max(0, (page - 1) * resultsPerPage - skip) }
  const search = { services, member, query, filters, page: range, windowLength }
  const found = await findRanked(search, services.rankedResults, titles, texts)
  return found.length > 0 ? found : toFound(search, await findSimilarTitles(search, titles))
}

const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== undefined)

/** From the entries that were ranked before, and by a search of the others. */
async function findRanked(
  search: Search,
  rankedResults: RankedResultCache,
  titleKindsToFind: readonly EntryKind[],
  textKindsToFind: readonly EntryKind[],
): Promise<Found[]> {
  const { services, member, query, filters } = search
  const titles = toTitleSearch(search, titleKindsToFind)
  const texts = await toTextSearch(search, textKindsToFind)
  const known =
    isFiltered(filters) || titles === null || texts === null
      ? null
      : await rankedResults.find(member, query, titles, texts)
  const [otherTitles, otherTexts] = await Promise.all([
    titles ? searchKinds(titles, known?.otherTitles, (found) => searchTitles(services.db, member, found)) : [],
    texts ? searchKinds(texts, known?.otherTexts, (found) => searchTexts(services.db, member, found)) : [],
  ])
  const found = [
    ...(known?.found ?? []),
    ...(await toFound(search, otherTitles)),
    ...(await toFound(search, otherTexts)),
  ]
  const hasTexts = found.some(({ place }) => place.title === null)
  if (hasTexts || texts === null || !mayBeAnswered(search)) return found
  const answers = await searchTexts(services.db, member, await toAnswerSearch(search, textKindsToFind))
  return [...found, ...(await toFound(search, answers))]
}

/** Undefined: all kinds. */
const searchKinds = async <Search extends { readonly kinds: readonly EntryKind[] }, Row>(
  search: Search,
  kinds: readonly EntryKind[] | undefined,
  run: (search: Search) => Promise<Row[]>,
): Promise<Row[]> => (kinds?.length === 0 ? [] : run({ ...search, kinds: kinds ?? search.kinds }))

async function toFound({ services, query }: Search, rows: readonly (ResultRow | TextRow)[]): Promise<Found[]> {
  const windows = rows.map((row) => ({ window: { start: 0, end: row.content.length }, ...row }))
  const places = await placesOf(services.db, windows, query)
  return rows.flatMap((facts, index) => {
    const place = places[index]
    return place === undefined ? [] : [{ place, facts }]
  })
}

/** Filters in the form in which they are compared; an unreadable one is ignored. */
export function readFilters({ filters }: SearchQuery): Filters {
  const after = filters.after === undefined ? null : new Date(filters.after)
  const type = filters.type?.toLowerCase()
  return {
    workspace: filled(filters.in && foldTitle(filters.in)),
    author: filled(filters.by && foldTitle(filters.by)),
    tag: filled(filters.tag?.normalize('NFC').toLowerCase()),
    type: type === 'video' || type === 'notes' ? type : undefined,
    after: after !== null && after.getFullYear() > 0 && after.getFullYear() < 10_000 ? after : undefined,
  }
}

const filled = (value: string | undefined): string | undefined => (value === '' ? undefined : value)

export type Search = {
  readonly services: TermServices
  readonly member: Member
  readonly query: SearchQuery
  readonly filters: Filters
  readonly page: Page
  readonly windowLength: number
}

function toTitleSearch({ query, filters, page }: Search, kinds: readonly EntryKind[]): TitleSearch | null {
  if (kinds.length === 0) return null
  const { text, units } = query
  if (units.length === 0) return { kinds: kinds.filter(isOfArticle), terms: null, folded: '', filters, page }
  return { kinds, terms: allInTitle(units), folded: foldTitle(text), filters, page }
}

/** With a typo, a word is nowhere. */
async function findSimilarTitles({ services, member, query, filters, page }: Search, kinds: readonly EntryKind[]) {
  const folded = foldTitle(query.text)
  const isComparable = [...folded].length >= minComparedLength
  if (kinds.length === 0 || page.offset > 0 || !isComparable || isQuestion(query)) return []
  const { units } = query
  return searchSimilarTitles(services.db, member, { kinds, terms: allMistyped(units), folded, filters, page })
}

const isOfArticle = (kind: EntryKind): boolean => kind === 'article' || kind === 'draft'

export const findTitles = async (search: Search, kinds: readonly EntryKind[]): Promise<ResultRow[]> => {
  const titles = toTitleSearch(search, kinds)
  return titles === null ? [] : searchTitles(search.services.db, search.member, titles)
}

async function toTextSearch(search: Search, kinds: readonly EntryKind[]): Promise<TextSearch | null> {
  const { services, query, filters, page, windowLength } = search
  if (kinds.length === 0 || query.units.length === 0) return null
  if (isQuestion(query)) return toAnswerSearch(search, kinds)
  const shares = await Promise.all(query.units.map((unit) => services.statistics.shareOf(unit)))
  return {
    kinds,
    filters,
    page,
    windowLength,
    terms: allInText(query.units),
    ranking: [{ terms: query.units.map((unit) => ofUnit(unit)).join(' & '), weight: 1 }],
    isFrequent: await services.statistics.isFrequent(Math.min(...shares)),
    shownWord: shownWordOf(query.units[shares.indexOf(Math.min(...shares))]),
  }
}

/** No text has all words; some may have most of them. */
const mayBeAnswered = ({ query, page }: Search): boolean =>
  !isQuestion(query) && page.offset === 0 && splitPairs(query.units).length > 1

/** For answers: texts that contain some of the words, best first. */
export const findAnswers = async (search: Search, kinds: readonly EntryKind[]): Promise<TextRow[]> =>
  searchTexts(search.services.db, search.member, await toAnswerSearch(search, kinds))

/** Texts that contain some of the words; each word weighs the more, the rarer it is. */
async function toAnswerSearch(search: Search, kinds: readonly EntryKind[]): Promise<TextSearch> {
  const { services, query, filters, page, windowLength } = search
  const units = splitPairs(query.units)
  const weights = await services.statistics.weightsOf(units)
  const byWeight = units
    .map((unit, index) => ({ unit, weight: weights[index] ?? 0 }))
    .toSorted((one, other) => other.weight - one.weight)
  const rare = byWeight.filter(
    ({ weight }, index) => index === 0 || (weight >= minCandidateWeight && index < maxCandidateUnits),
  )
  const candidates = rare.length > 1 ? rare : byWeight
  const [rarest] = byWeight
  return {
    kinds,
    filters,
    page,
    windowLength,
    terms: candidates.map(({ unit }) => anywhere(unit)).join(' | '),
    ranking: byWeight.map(({ unit, weight }) => ({ terms: anywhere(unit), weight })),
    isFrequent: rarest !== undefined && (await isFrequent(services, rarest.unit)),
    shownWord: shownWordOf(rarest?.unit),
  }
}

const isFrequent = async ({ statistics }: TermServices, unit: QueryUnit): Promise<boolean> =>
  statistics.isFrequent(await statistics.shareOf(unit))

/** Texts are not folded: what they are searched for is the part of the word that differs least. */
const shownWordOf = (unit: QueryUnit | undefined): string => [...(unit?.terms[0] ?? '')].slice(0, 5).join('')
