/**
 * The matches of a search and their order are the same for everybody in a company; access to them is not. While the index
 * stays the same, a repeated search only picks what the person may see now from entries that were ranked once.
 * docs/decisions/0191-ranked-searches.md
 */
import type { SearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { Member } from '../../access/index.ts'
import { RecentMap } from '../../platform/cache/recent-map.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EntryKind } from '../search.tables.ts'
import type { ResultLocation } from './result-location.ts'
import type { Page } from './candidates.ts'
import { locationsOf } from './result-locations.queries.ts'
import { pickRanked, rankTexts, rankTitles, type PickedEntries, type RankedKind } from './ranked-results.queries.ts'
import { readEntries, type FoundFacts } from './result-rows.queries.ts'
import type { TextSearch } from './search-texts.queries.ts'
import type { TitleSearch } from './search-titles.queries.ts'
import type { Found } from './to-result.ts'

export type RankedResultCache = {
  /** Of these kinds. Null if everything must be searched. */
  find(member: Member, query: SearchQuery, search: CachedSearch): Promise<FoundRanked | null>
}

export type CachedSearch = {
  /** Of all kinds: the categories of a search are ranked once. */
  readonly titles: TitleSearch
  readonly texts: TextSearch
  readonly kinds: readonly EntryKind[]
}

type FoundRanked = {
  readonly found: readonly Found[]
  /** Kinds that must be searched: the ranked entries do not fill the page, or the kind is one of drafts, never ranked. */
  readonly others: readonly EntryKind[]
}

/** Searches that a server process remembers; the least recently used one is forgotten. */
const maxSearches = 200
/** The order depends on the number of reads, which grows without a new version of the index. */
const maxAgeMs = 60_000
/** Locations of one search. */
const maxLocations = 200

type Ranked = {
  readonly version: number
  readonly kinds: readonly RankedKind[]
  readonly until: number
  /** By entry id, for entries that were shown. */
  readonly locations: Map<string, ResultLocation>
}

type Known = {
  ranked: Ranked | null
  isRanking: boolean
  /** Users whose first page was searched, as are their next ones: the order of a ranking may differ. */
  readonly searching: Set<string>
}

export function createRankedResultCache(db: Db): RankedResultCache {
  const searches = new RecentMap<string, Known>(maxSearches)

  /** The first search is only remembered, since most are never repeated. */
  function touch(key: string): { known: Known; isRepeated: boolean } {
    const last = searches.get(key)
    const known = last ?? { ranked: null, isRanking: false, searching: new Set() }
    searches.set(key, known)
    return { known, isRepeated: last !== undefined }
  }

  /** Takes longer than a search, so that no search waits for it. */
  async function startRanking(known: Known, companyId: string, titles: TitleSearch, texts: TextSearch): Promise<void> {
    if (known.isRanking) return
    known.isRanking = true
    try {
      known.ranked = await rank(db, companyId, titles, texts)
    } catch {
      // The next search starts another ranking, and reports an error of its own.
      known.ranked = null
    } finally {
      known.isRanking = false
    }
  }

  /** Null if the entries are of another version of the index. */
  async function pick(
    member: Member,
    query: SearchQuery,
    { titles: { page }, texts, kinds: wanted }: CachedSearch,
    { version, kinds, locations }: Ranked,
  ): Promise<FoundRanked | null> {
    const ranked = kinds.filter(({ kind }) => wanted.includes(kind))
    const picked = await pickRanked(db, member, version, ranked, page)
    if (picked.version !== version) return null
    const others = otherKinds(ranked, wanted, page, picked)
    const shown = picked.rows.filter(({ kind }) => !others.includes(kind))
    const found = await withLocations(db, query, texts, shown, locations)
    return found && { found, others }
  }

  return {
    async find(member, query, search) {
      const { titles, texts, kinds } = search
      const companyId = member.company.id
      const { known, isRepeated } = touch(JSON.stringify([companyId, titles.folded, query.units]))
      const { ranked } = known
      if (isRepeated && (ranked === null || ranked.until < Date.now()))
        void startRanking(known, companyId, titles, texts)
      const isFirstPage = titles.page.offset === 0
      const isUsable =
        ranked !== null &&
        ranked.kinds.some(({ kind }) => kinds.includes(kind)) &&
        (isFirstPage || !known.searching.has(member.userId))
      const found = isUsable ? await pick(member, query, search, ranked) : null
      if (isUsable && found === null) {
        if (known.ranked === ranked) known.ranked = null
        void startRanking(known, companyId, titles, texts)
      }
      if (isFirstPage) known.searching[found === null ? 'add' : 'delete'](member.userId)
      return found
    },
  }
}

async function rank(db: Db, companyId: string, titles: TitleSearch, texts: TextSearch): Promise<Ranked> {
  const isRanked = (kind: EntryKind) => !isOfDraft(kind)
  const [ofTitles, ofTexts] = await Promise.all([
    rankTitles(db, companyId, { ...titles, kinds: titles.kinds.filter(isRanked) }),
    rankTexts(db, companyId, { ...texts, kinds: texts.kinds.filter(isRanked) }),
  ])
  const isSame = ofTexts.every(({ version }) => version === ofTitles.version)
  return {
    // No index has version -1: it has changed between the two statements.
    version: isSame ? ofTitles.version : -1,
    kinds: [...ofTitles.kinds, ...ofTexts].filter(({ entryIds, isComplete }) => entryIds.length > 0 || !isComplete),
    until: Date.now() + maxAgeMs,
    locations: new Map(),
  }
}

/** Null if an entry was deleted after it was picked. */
async function withLocations(
  db: Db,
  query: SearchQuery,
  search: TextSearch,
  rows: readonly FoundFacts[],
  locations: Map<string, ResultLocation>,
): Promise<Found[] | null> {
  if (locations.size > maxLocations) locations.clear()
  const missing = rows.map(({ entryId }) => entryId).filter((id) => !locations.has(id))
  // A concurrent search may clear the map.
  const known = missing.length > 0 ? new Map(locations) : locations
  if (missing.length > 0) {
    const entries = await readEntries(db, missing)
    if (entries.length < missing.length) return null
    for (const [index, location] of (await locationsOf(db, entries, query, search.weights)).entries()) {
      const id = entries[index]?.entryId ?? ''
      known.set(id, location)
      locations.set(id, location)
    }
  }
  return rows.flatMap((facts) => {
    const location = known.get(facts.entryId)
    return location === undefined ? [] : [{ location, facts }]
  })
}

function otherKinds(
  ranked: readonly RankedKind[],
  wanted: readonly EntryKind[],
  { limit }: Page,
  { rows, hasDrafts }: PickedEntries,
): EntryKind[] {
  const incomplete = new Set(ranked.filter(({ isComplete }) => !isComplete).map(({ kind }) => kind))
  const countOf = (kind: EntryKind) => rows.filter((row) => row.kind === kind).length
  return wanted.filter((kind) => {
    if (isOfDraft(kind)) return hasDrafts
    // The ranked entries miss articles of a tag, so its count would be too small.
    return incomplete.has(kind) && (kind === 'tag' || countOf(kind) < limit)
  })
}

const isOfDraft = (kind: EntryKind): boolean => kind === 'draft' || kind === 'draftNotes' || kind === 'draftVideo'
