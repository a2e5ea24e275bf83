/**
 * `/search/global/{q}`: all words first; when a first page stays nearly empty, texts with most of the rare words, and
 * titles that are spelled similarly. Questions skip the all-words step.
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
  type TextSearch,
  type TitleSearch,
} from './search.queries.ts'
import type { Filters } from './reach.ts'
import type { TermWeights } from './result-location.ts'
import { locationsOf } from './result-locations.queries.ts'
import type { RankedResultCache } from './ranked-results.ts'
import type { ResultRow } from './result-rows.queries.ts'
import { allInText, allInTitle, allMistyped, anywhere, ofUnit, splitPairs } from './term-query.ts'
import type { Rarity, TermStatistics } from './term-statistics.ts'
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
/** Candidates of a question: texts with one of its rarest words, or with two of the next. */
const maxCandidates = 600
const pairedUnits = 4
const minCandidateWeight = 3

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
  const search = { services, member, query, filters, page: range }
  const found = await findRanked(search, services.rankedResults, titles, texts)
  return found.length > 0 ? found : toFound(search, await findSimilarTitles(search, titles), noWeights)
}

const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== undefined)

/** From ranked entries where possible; other kinds are searched. */
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
    ...(await toFound(search, otherTitles, noWeights)),
    ...(await toFound(search, otherTexts, texts?.weights ?? noWeights)),
  ]
  const hasTexts = found.some(({ location }) => location.title === null)
  if (hasTexts || texts === null || !mayBeAnswered(search)) return found
  const { rows, weights } = await findAnswers(search, textKindsToFind)
  return [...found, ...(await toFound(search, rows, weights))]
}

/** All kinds if `kinds` is undefined. */
const searchKinds = async <Search extends { readonly kinds: readonly EntryKind[] }, Row>(
  search: Search,
  kinds: readonly EntryKind[] | undefined,
  run: (search: Search) => Promise<Row[]>,
): Promise<Row[]> => (kinds?.length === 0 ? [] : run({ ...search, kinds: kinds ?? search.kinds }))

async function toFound(
  { services, query }: Search,
  rows: readonly ResultRow[],
  weights: TermWeights,
): Promise<Found[]> {
  const locations = await locationsOf(services.db, rows, query, weights)
  return rows.flatMap((facts, index) => {
    const location = locations[index]
    return location === undefined ? [] : [{ location, facts }]
  })
}

const noWeights: TermWeights = new Map()

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
}

function toTitleSearch({ query, filters, page }: Search, kinds: readonly EntryKind[]): TitleSearch | null {
  if (kinds.length === 0) return null
  const { text, units } = query
  if (units.length === 0) return { kinds: kinds.filter(isOfArticle), terms: null, folded: '', filters, page }
  return { kinds, terms: allInTitle(units), folded: foldTitle(text), filters, page }
}

/** Needed for typos: a misspelled word matches nothing. */
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
  const { services, query, filters, page } = search
  if (kinds.length === 0 || query.units.length === 0) return null
  if (isQuestion(query)) return toAnswerSearch(search, kinds)
  const shares = await Promise.all(query.units.map((unit) => services.statistics.shareOf(unit)))
  return {
    kinds,
    filters,
    page,
    terms: allInText(query.units),
    ranking: [{ terms: query.units.map((unit) => ofUnit(unit)).join(' & '), weight: 1 }],
    isFrequent: await services.statistics.isFrequent(Math.min(...shares)),
    weights: noWeights,
  }
}

/** No text has all words; some may have most of them. */
const mayBeAnswered = ({ query, page }: Search): boolean =>
  !isQuestion(query) && page.offset === 0 && splitPairs(query.units).length > 1

/** For answers: texts that contain some of the words, best first. */
export async function findAnswers(
  search: Search,
  kinds: readonly EntryKind[],
): Promise<{ rows: ResultRow[]; weights: TermWeights }> {
  const texts = await toAnswerSearch(search, kinds)
  return { rows: await searchTexts(search.services.db, search.member, texts), weights: texts.weights }
}

/** Texts that contain some of the words; rarer words weigh more. */
async function toAnswerSearch(search: Search, kinds: readonly EntryKind[]): Promise<TextSearch> {
  const { services, query, filters, page } = search
  const units = splitPairs(query.units)
  const rarities = await services.statistics.rarityOf(units)
  const byRarity = units
    .flatMap((unit, index): WeighedUnit[] => (rarities[index] ? [{ unit, ...rarities[index] }] : []))
    .toSorted((one, other) => other.weight - one.weight)
  const [rarest] = byRarity
  return {
    kinds,
    filters,
    page,
    terms: candidateTerms(byRarity),
    ranking: byRarity.map(({ unit, weight }) => ({ terms: anywhere(unit), weight })),
    isFrequent: rarest !== undefined && (await isFrequent(services, rarest.unit)),
    weights: new Map(byRarity.map(({ unit, weight }) => [unit.terms[0] ?? '', weight])),
  }
}

type WeighedUnit = Rarity & { readonly unit: QueryUnit }

/** Limits the candidates to what is ranked in full: the newest of many texts are seldom the best. */
function candidateTerms(byRarity: readonly WeighedUnit[]): string {
  const rare = byRarity.filter(({ weight }, index) => index === 0 || weight >= minCandidateWeight)
  const chosen = rare.length > 1 ? rare : byRarity
  let sum = 0
  const alone = chosen.filter(({ texts }, index) => (sum += texts) <= maxCandidates || index === 0)
  const next = chosen.slice(alone.length, alone.length + pairedUnits)
  const pairs = next.flatMap((one, index) =>
    next.slice(index + 1).map((other) => `(${anywhere(one.unit)} & ${anywhere(other.unit)})`),
  )
  return [...alone.map(({ unit }) => anywhere(unit)), ...pairs].join(' | ')
}

const isFrequent = async ({ statistics }: TermServices, unit: QueryUnit): Promise<boolean> =>
  statistics.isFrequent(await statistics.shareOf(unit))
