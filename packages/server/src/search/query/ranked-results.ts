/**
 * The matches of a search and their order are the same for everybody in a company; access to them is not. While the index
 * stays the same, a repeated search only picks what the person may see now from entries that were ranked once.
 * docs/decisions/0191-ranked-searches.md
 */
import type { SearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EntryKind } from '../search.tables.ts'
import type { ResultLocation } from './result-location.ts'
import { locationsOf } from './result-locations.queries.ts'
import { pickRanked, rankTexts, rankTitles, type PickedEntries, type RankedKind } from './ranked-results.queries.ts'
import { readEntries, type FoundFacts } from './result-rows.queries.ts'
import type { TextSearch, TitleSearch } from './search.queries.ts'
import type { Found } from './to-result.ts'

export type RankedResultCache = {
  /** Null if everything must be searched. */
  find(member: Member, query: SearchQuery, titles: TitleSearch, texts: TextSearch): Promise<FoundRanked | null>
}

type FoundRanked = {
  readonly found: readonly Found[]
  /** Kinds that must be searched: the ranked entries do not fill the page, or the kind is one of drafts, never ranked. */
  readonly otherTitles: readonly EntryKind[]
  readonly otherTexts: readonly EntryKind[]
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

type Known = { ranked: Ranked | null; isRanking: boolean }

export function createRankedResultCache(db: Db): RankedResultCache {
  const searches = new Map<string, Known>()

  /** The first search is only remembered, since most are never repeated. */
  function touch(key: string): Known | null {
    const known = searches.get(key) ?? null
    searches.delete(key)
    searches.set(key, known ?? { ranked: null, isRanking: false })
    const [oldest] = searches.keys()
    if (searches.size > maxSearches && oldest !== undefined) searches.delete(oldest)
    return known
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

  return {
    async find(member, query, titles, texts) {
      const companyId = member.company.id
      const known = touch(JSON.stringify([companyId, titles.kinds, titles.folded, texts.kinds, query.units]))
      if (known === null) return null
      const { ranked } = known
      if (ranked === null || ranked.until < Date.now()) void startRanking(known, companyId, titles, texts)
      if (ranked === null || ranked.kinds.length === 0) return null
      const { version, kinds, locations } = ranked
      const picked = await pickRanked(db, member, version, kinds, titles.page)
      const others = otherKinds(kinds, titles, texts, picked)
      const searched = [...others.otherTitles, ...others.otherTexts]
      const shown = picked.rows.filter(({ kind }) => !searched.includes(kind))
      const found = picked.version === version ? await withLocations(db, query, texts, shown, locations) : null
      if (found === null) {
        if (known.ranked === ranked) known.ranked = null
        void startRanking(known, companyId, titles, texts)
        return null
      }
      return { found, ...others }
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

type OtherKinds = Pick<FoundRanked, 'otherTitles' | 'otherTexts'>

function otherKinds(
  ranked: readonly RankedKind[],
  titles: TitleSearch,
  texts: TextSearch,
  { rows, hasDrafts }: PickedEntries,
): OtherKinds {
  const incomplete = new Set(ranked.filter(({ isComplete }) => !isComplete).map(({ kind }) => kind))
  const countOf = (kind: EntryKind) => rows.filter((row) => row.kind === kind).length
  const isOther = (kind: EntryKind) => {
    if (isOfDraft(kind)) return hasDrafts
    // The ranked entries miss articles of a tag, so its count would be too small.
    return incomplete.has(kind) && (kind === 'tag' || countOf(kind) < titles.page.limit)
  }
  return { otherTitles: titles.kinds.filter(isOther), otherTexts: texts.kinds.filter(isOther) }
}

const isOfDraft = (kind: EntryKind): boolean => kind === 'draft' || kind === 'draftNotes' || kind === 'draftVideo'
