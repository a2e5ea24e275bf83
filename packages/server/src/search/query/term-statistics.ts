/** How frequent terms are, for the choice of the query plan and for the weight of words in questions. */
import type { QueryUnit } from '@knowreel/shared/search/search-query.ts'
import { sql } from 'kysely'
import { RecentMap } from '../../platform/cache/recent-map.ts'
import type { Db } from '../../platform/database/db.ts'
import { maxFrequentRanked, maxRanked } from './candidates.ts'

/** Kept per company, so that results reveal nothing about other companies’ texts. */
export type TermStatistics = { of(companyId: string): CompanyTerms }

export type CompanyTerms = {
  /** Share of the company's texts that contain the unit, 0–1; only of frequent ones, otherwise 0. */
  shareOf(unit: QueryUnit): Promise<number>
  /** The share if so many texts match that reading the newest ones in order is faster than finding all that match, or 0. */
  frequentShareOf(share: number): Promise<number>
  rarityOf(units: readonly QueryUnit[]): Promise<Rarity[]>
}

export type Rarity = {
  /** Weight of the unit in the rank of a text; larger for rarer units. */
  readonly weight: number
  /** Number of texts that contain it, at least 1. */
  readonly texts: number
}

const refreshMs = 60_000
/** Companies that a server process remembers; the least recently used one is forgotten. */
const maxCompanies = 500
/** Terms in fewer texts than this share are looked up when they are needed. */
const frequentShare = 0.01

/** Measured, in µs per text. */
const cost = { find: 5, rank: 70, read: 100 }

type Frequent = {
  readonly texts: number
  readonly shares: ReadonlyMap<string, number>
  /** In the order of their characters. */
  readonly sorted: readonly string[]
}

export function createTermStatistics(db: Db): TermStatistics {
  const companies = new RecentMap<string, CompanyTerms>(maxCompanies)
  return {
    of(companyId) {
      const terms = companies.get(companyId) ?? createCompanyTerms(db, companyId)
      companies.set(companyId, terms)
      return terms
    },
  }
}

/** The frequent terms are read again every minute; only the first search waits for them. */
function createCompanyTerms(db: Db, companyId: string): CompanyTerms {
  let known: Promise<Frequent> | null = null
  let readAt = 0

  function current(): Promise<Frequent> {
    if (known !== null && Date.now() < readAt + refreshMs) return known
    readAt = Date.now()
    const read = readFrequent(db, companyId)
    const last = known
    known ??= read
    read.then(
      () => (known = read),
      () => (known = last),
    )
    return known
  }

  return {
    async shareOf(unit) {
      const { shares, sorted } = await current()
      const share = Math.max(0, ...termsOf(unit).map((term) => shares.get(term) ?? 0))
      return unit.isLast ? Math.max(share, shareOfPrefix({ shares, sorted }, unit.terms[0] ?? '')) : share
    },
    async frequentShareOf(share) {
      const matching = (await current()).texts * share
      const findAll = matching * cost.find + Math.min(matching, maxRanked) * cost.rank
      const readNewest = (maxFrequentRanked / share) * cost.read + maxFrequentRanked * cost.rank
      return share > 0 && readNewest < findAll ? share : 0
    },
    async rarityOf(units) {
      const { texts } = await current()
      const counts = await countTexts(db, companyId, [...new Set(units.flatMap(termsOf))])
      return units.map((unit) => {
        const count = Math.max(1, ...termsOf(unit).map((term) => counts.get(term) ?? 0))
        return { weight: Math.log(1 + (Math.max(texts, count) + 1) / count), texts: count }
      })
    },
  }
}

/** Upper bound of the share of texts with a word that has this prefix. */
function shareOfPrefix({ shares, sorted }: Pick<Frequent, 'shares' | 'sorted'>, prefix: string): number {
  let sum = 0
  for (let at = firstFrom(sorted, prefix); sum < 1 && sorted[at]?.startsWith(prefix); at += 1)
    sum += shares.get(sorted[at] ?? '') ?? 0
  return Math.min(1, sum)
}

/** Index of the first that is not before the word. */
function firstFrom(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}

const termsOf = ({ terms, stems }: QueryUnit): string[] => [...terms, ...stems]

async function readFrequent(db: Db, companyId: string): Promise<Frequent> {
  const { rows } = await sql<{ term: string | null; entries: number; texts: number }>`
    select t.term, t.entries, c.texts
    from search_term_counts c
    left join search_terms t on t.company_id = c.company_id and t.entries > c.texts * ${frequentShare}::float
    where c.company_id = ${companyId}
  `.execute(db)
  const texts = rows[0]?.texts ?? 0
  const shares = new Map<string, number>()
  for (const { term, entries } of rows) if (term !== null) shares.set(term, entries / texts)
  // oxlint-disable-next-line typescript/require-array-sort-compare -- as `<` compares, not as people do
  return { texts, shares, sorted: [...shares.keys()].toSorted() }
}

async function countTexts(db: Db, companyId: string, terms: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ term: string; entries: number }>`
    select term, entries from search_terms where company_id = ${companyId} and term = any(${terms}::text[])
  `.execute(db)
  return new Map(rows.map(({ term, entries }) => [term, entries]))
}
