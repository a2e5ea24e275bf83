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
  type Filters,
  type Page,
  type ResultRow,
  type TextSearch,
} from './search.queries.ts'
import { allInText, allInTitle, allMistyped, anywhere, ofUnit, splitPairs } from './term-query.ts'
import type { TermStatistics } from './term-statistics.ts'

export type SearchServices = { readonly db: Db; readonly statistics: TermStatistics }

/** Characters of a text around what is shown of it. */
const excerptLength = 600

export type SearchRequest = {
  readonly typed: string
  /** Undefined: the first page of each. */
  readonly category: SearchCategory | undefined
  readonly page: number
  readonly skip: number
}

export type FoundRows = { readonly query: SearchQuery; readonly rows: readonly ResultRow[] }

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

export async function searchEverything(
  services: SearchServices,
  member: Member,
  { typed, category, page, skip }: SearchRequest,
): Promise<FoundRows> {
  const query = parseSearchQuery(typed)
  const filters = readFilters(query)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  if (isEmptyQuery(typed) || (query.units.length === 0 && !isFiltered)) return { query, rows: [] }
  const wanted = category === undefined ? searchCategories : [category]
  const titles = titleKinds.filter((kind) => wanted.includes(kind))
  const texts = textKinds.filter((kind) => wanted.includes(kind))
  const range = { limit: resultsPerPage, offset: Math.max(0, (page - 1) * resultsPerPage - skip) }
  const search = { services, member, query, filters, page: range, excerptLength }
  const found = await Promise.all([findTitles(search, titles), findTexts(search, texts)])
  return { query, rows: found.flat() }
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
  readonly services: SearchServices
  readonly member: Member
  readonly query: SearchQuery
  readonly filters: Filters
  readonly page: Page
  readonly excerptLength: number
}

export async function findTitles({ services, member, query, filters, page }: Search, kinds: readonly EntryKind[]) {
  if (kinds.length === 0) return []
  const { text, units } = query
  const folded = foldTitle(text)
  if (units.length === 0)
    return searchTitles(services.db, member, {
      kinds: kinds.filter(isOfArticle),
      terms: null,
      folded: '',
      filters,
      page,
    })
  const found = await searchTitles(services.db, member, { kinds, terms: allInTitle(units), folded, filters, page })
  const isComparable = [...folded].length >= minComparedLength
  if (found.length > 0 || page.offset > 0 || !isComparable || isQuestion(query)) return found
  return searchSimilarTitles(services.db, member, { kinds, terms: allMistyped(units), folded, filters, page })
}

const isOfArticle = (kind: EntryKind): boolean => kind === 'article' || kind === 'draft'

async function findTexts(search: Search, kinds: readonly EntryKind[]): Promise<ResultRow[]> {
  const { services, member, query, filters, page, excerptLength } = search
  if (kinds.length === 0 || query.units.length === 0) return []
  const request = { kinds, filters, page, excerptLength }
  if (isQuestion(query)) return findAnswers(search, kinds)
  const shares = await Promise.all(query.units.map((unit) => services.statistics.shareOf(unit)))
  const terms = allInText(query.units)
  const found = await searchTexts(services.db, member, {
    ...request,
    terms,
    ranking: [{ terms: query.units.map((unit) => ofUnit(unit)).join(' & '), weight: 1 }],
    isFrequent: await services.statistics.isFrequent(Math.min(...shares)),
    shownWord: shownWordOf(query.units[shares.indexOf(Math.min(...shares))]),
  })
  if (found.length > 0 || page.offset > 0 || splitPairs(query.units).length === 1) return found
  return findAnswers(search, kinds)
}

/** Texts that contain some of the words; each word weighs the more, the rarer it is. */
export async function findAnswers(
  { services, member, query, filters, page, excerptLength }: Search,
  kinds: readonly EntryKind[],
) {
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
  const search: TextSearch = {
    kinds,
    filters,
    page,
    excerptLength,
    terms: candidates.map(({ unit }) => anywhere(unit)).join(' | '),
    ranking: byWeight.map(({ unit, weight }) => ({ terms: anywhere(unit), weight })),
    isFrequent: rarest !== undefined && (await isFrequent(services, rarest.unit)),
    shownWord: shownWordOf(rarest?.unit),
  }
  return searchTexts(services.db, member, search)
}

const isFrequent = async ({ statistics }: SearchServices, unit: QueryUnit): Promise<boolean> =>
  statistics.isFrequent(await statistics.shareOf(unit))

/** Texts are not folded: what they are searched for is the part of the word that differs least. */
const shownWordOf = (unit: QueryUnit | undefined): string => [...(unit?.terms[0] ?? '')].slice(0, 5).join('')
