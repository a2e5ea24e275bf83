/**
 * `/search/global/{q}`: all words first; if no text has all of them, texts with most of the rare words, and if no title has
 * them either, titles that are spelled similarly. Questions skip the all-words step.
 */
import {
  foldTitle,
  isEmptyQuery,
  isQuestion,
  maxResultsPerCategory,
  parseSearchQuery,
  type QueryUnit,
  type SearchQuery,
} from '@knowreel/shared/search/search-query.ts'
import { normalizeTag } from '@knowreel/shared/article/tags.rules.ts'
import { resultsPerPage, searchCategories, type SearchCategory } from '@knowreel/shared/search/search.calls.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EntryKind } from '../search.tables.ts'
import type { Page } from './candidates.ts'
import { searchTexts, type TextSearch } from './search-texts.queries.ts'
import { searchSimilarTitles, searchTitles, type TitleSearch } from './search-titles.queries.ts'
import type { Filters } from './reach.ts'
import type { TermWeights } from './result-location.ts'
import { locationsOf } from './result-locations.queries.ts'
import type { RankedResultCache } from './ranked-results.ts'
import type { ResultRow } from './result-rows.queries.ts'
import { allInText, allInTitle, allMistyped, anywhere, ofUnit, splitPairs } from './term-query.ts'
import type { CompanyTerms, Rarity, TermStatistics } from './term-statistics.ts'
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
const maxQuestionCandidates = 600
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
  const range = { limit: resultsPerPage, offset: Math.max(0, (page - 1) * resultsPerPage - skip) }
  if (range.offset >= maxResultsPerCategory) return []
  const search = { services, member, query, filters, page: range }
  const titles = titleKinds.filter((kind) => wanted.includes(kind))
  const texts = textKinds.filter((kind) => wanted.includes(kind))
  const found = await findRanked(search, services.rankedResults, [...titles, ...texts])
  const similar =
    titles.length > 0 && (await mayBeMisspelled(search, found, titles))
      ? await toFound(search, await findSimilarTitles(search, titles), noWeights)
      : []
  const answers =
    texts.length > 0 && (await mayBeAnswered(search, found, texts)) ? await findAnswers(search, texts) : null
  if (answers === null) return [...similar, ...found]
  return [...similar, ...found, ...(await toFound(search, answers.rows, answers.weights))]
}

const isTitle = ({ location }: Found): boolean => location.title !== null

/** No title has the words, and no text has all of them; further pages continue the first. */
async function mayBeMisspelled(search: Search, found: readonly Found[], kinds: readonly EntryKind[]): Promise<boolean> {
  if (found.length > 0) return false
  return isFirstPage(search) || (await findTitles(firstResult(search), kinds)).length === 0
}

/** No text has all words; some may have most of them. */
async function mayBeAnswered(search: Search, found: readonly Found[], kinds: readonly EntryKind[]): Promise<boolean> {
  if (isQuestion(search.query) || splitPairs(search.query.units).length < 2 || !found.every(isTitle)) return false
  if (isFirstPage(search)) return true
  const first = await toTextSearch(firstResult(search), kinds)
  return first !== null && (await searchTexts(search.services.db, search.member, first)).length === 0
}

const isFirstPage = ({ page }: Search): boolean => page.offset === 0

const firstResult = (search: Search): Search => ({ ...search, page: { limit: 1, offset: 0 } })

const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== undefined)

/** From ranked entries where possible; other kinds are searched. */
async function findRanked(
  search: Search,
  rankedResults: RankedResultCache,
  wanted: readonly EntryKind[],
): Promise<Found[]> {
  const { services, member, query, filters } = search
  const { db } = services
  const titles = toTitleSearch(search, titleKinds)
  const texts = await toTextSearch(search, textKinds)
  const known =
    isFiltered(filters) || texts === null
      ? null
      : await rankedResults.find(member, query, { titles, texts, kinds: wanted })
  const others = known?.others ?? wanted
  const among = ({ kinds }: { readonly kinds: readonly EntryKind[] }) => kinds.filter((kind) => others.includes(kind))
  const [titlesLeft, textsLeft] = [among(titles), texts === null ? [] : among(texts)]
  const [otherTitles, otherTexts] = await Promise.all([
    titlesLeft.length > 0 ? searchTitles(db, member, { ...titles, kinds: titlesLeft }) : [],
    texts !== null && textsLeft.length > 0 ? searchTexts(db, member, { ...texts, kinds: textsLeft }) : [],
  ])
  return [
    ...(known?.found ?? []),
    ...(await toFound(search, otherTitles, noWeights)),
    ...(await toFound(search, otherTexts, texts?.weights ?? noWeights)),
  ]
}

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
  const type = filters.type?.toLowerCase()
  return {
    workspace: filled(filters.in && foldTitle(filters.in)),
    author: filled(filters.by),
    tag: filled(filters.tag && normalizeTag(filters.tag)),
    type: type === 'video' || type === 'notes' ? type : undefined,
    after: readTime(filters.after),
    before: readTime(filters.before),
  }
}

/** Of years that the database has, too. */
function readTime(typed: string | undefined): Date | undefined {
  const time = new Date(typed ?? '')
  return time.getFullYear() > 0 && time.getFullYear() < 10_000 ? time : undefined
}

const filled = (value: string | undefined): string | undefined => (value === '' ? undefined : value)

export type Search = {
  readonly services: TermServices
  readonly member: Member
  readonly query: SearchQuery
  readonly filters: Filters
  readonly page: Page
}

/** Without words, of articles only. */
function toTitleSearch({ query, filters, page }: Search, kinds: readonly EntryKind[]): TitleSearch {
  const { text, units } = query
  if (units.length === 0) return { kinds: kinds.filter(isOfArticle), terms: null, folded: '', filters, page }
  return { kinds, terms: allInTitle(units), folded: foldTitle(text), filters, page }
}

/** Needed for typos: a misspelled word matches nothing. */
async function findSimilarTitles({ services, member, query, filters, page }: Search, kinds: readonly EntryKind[]) {
  const folded = foldTitle(query.text)
  const isComparable = [...folded].length >= minComparedLength
  if (!isComparable || isQuestion(query)) return []
  const { units } = query
  return searchSimilarTitles(services.db, member, { kinds, terms: allMistyped(units), folded, filters, page })
}

const isOfArticle = (kind: EntryKind): boolean => kind === 'article' || kind === 'draft'

export const findTitles = (search: Search, kinds: readonly EntryKind[]): Promise<ResultRow[]> =>
  searchTitles(search.services.db, search.member, toTitleSearch(search, kinds))

const statisticsOf = ({ services, member }: Search): CompanyTerms => services.statistics.of(member.company.id)

async function toTextSearch(search: Search, kinds: readonly EntryKind[]): Promise<TextSearch | null> {
  const { query, filters, page } = search
  if (query.units.length === 0) return null
  if (isQuestion(query)) return toAnswerSearch(search, kinds)
  const statistics = statisticsOf(search)
  const shares = await Promise.all(query.units.map((unit) => statistics.shareOf(unit)))
  return {
    kinds,
    filters,
    page,
    terms: allInText(query.units),
    ranking: [{ terms: query.units.map((unit) => ofUnit(unit)).join(' & '), weight: 1 }],
    frequentShare: await statistics.frequentShareOf(Math.min(...shares)),
    weights: noWeights,
  }
}

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
  const { query, filters, page } = search
  const statistics = statisticsOf(search)
  const units = splitPairs(query.units)
  const rarities = await statistics.rarityOf(units)
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
    frequentShare: rarest === undefined ? 0 : await statistics.frequentShareOf(await statistics.shareOf(rarest.unit)),
    weights: new Map(byRarity.map(({ unit, weight }) => [unit.terms[0] ?? '', weight])),
  }
}

type WeighedUnit = Rarity & { readonly unit: QueryUnit }

/** Limits the candidates to what is ranked in full: the newest of many texts are seldom the best. */
function candidateTerms(byRarity: readonly WeighedUnit[]): string {
  const rare = byRarity.filter(({ weight }, index) => index === 0 || weight >= minCandidateWeight)
  const chosen = rare.length > 1 ? rare : byRarity
  let sum = 0
  const alone = chosen.filter(({ texts }, index) => (sum += texts) <= maxQuestionCandidates || index === 0)
  const next = chosen.slice(alone.length, alone.length + pairedUnits)
  const pairs = next.flatMap((one, index) =>
    next.slice(index + 1).map((other) => `(${anywhere(one.unit)} & ${anywhere(other.unit)})`),
  )
  return [...alone.map(({ unit }) => anywhere(unit)), ...pairs].join(' | ')
}
