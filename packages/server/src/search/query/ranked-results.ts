/**
 * Which titles and texts match a search, and in which order, is the same for everybody in a company; who may see them is
 * not. What is searched repeatedly while the index stays the same is therefore ranked once, and each search only picks
 * from it what the person may see now. docs/decisions/0191-ranked-searches.md
 */
import type { SearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EntryKind } from '../search.tables.ts'
import type { Place } from './place.ts'
import { placesOf } from './places.queries.ts'
import { pickRanked, rankTexts, rankTitles, type PickedEntries, type RankedKind } from './ranked-results.queries.ts'
import { readEntries } from './result-rows.queries.ts'
import type { TextSearch, TitleSearch } from './search.queries.ts'
import type { Found } from './to-result.ts'

export type RankedResultCache = {
  /** Null: everything must be searched. */
  find(member: Member, query: SearchQuery, titles: TitleSearch, texts: TextSearch): Promise<FoundRanked | null>
}

type FoundRanked = {
  readonly found: readonly Found[]
  /** Kinds that must be searched, because the ranked entries do not fill the page, or are none of drafts. */
  readonly otherTitles: readonly EntryKind[]
  readonly otherTexts: readonly EntryKind[]
}

/** Searches of this server process; the least recently repeated one is forgotten. */
const maxSearches = 200
/** Articles are read more often in the meantime. */
const maxAgeMs = 60_000
/** Places of one search. */
const maxPlaces = 200

type Ranked = {
  readonly version: number
  readonly kinds: readonly RankedKind[]
  readonly until: number
  /** Of entries that were shown, by their ids. */
  readonly places: Map<string, Place>
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
      // The next search tries again, or fails by itself.
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
      const { version, kinds, places } = ranked
      const picked = await pickRanked(db, member, version, kinds, titles.page)
      const found = picked.version === version ? await withPlaces(db, query, texts, picked, places) : null
      if (found === null) {
        if (known.ranked === ranked) known.ranked = null
        void startRanking(known, companyId, titles, texts)
        return null
      }
      return leaveOut(found, otherKinds(kinds, titles, texts, found, picked.hasDrafts))
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
    places: new Map(),
  }
}

/** Null if an entry is gone since it was picked. */
async function withPlaces(
  db: Db,
  query: SearchQuery,
  search: TextSearch,
  { rows }: PickedEntries,
  places: Map<string, Place>,
): Promise<Found[] | null> {
  if (places.size > maxPlaces) places.clear()
  const missing = rows.map(({ entryId }) => entryId).filter((id) => !places.has(id))
  // Another search may clear the others in the meantime.
  const known = missing.length > 0 ? new Map(places) : places
  if (missing.length > 0) {
    const entries = await readEntries(db, missing)
    if (entries.length < missing.length) return null
    for (const [index, place] of (await placesOf(db, entries, query, search.weights)).entries()) {
      const id = entries[index]?.entryId ?? ''
      known.set(id, place)
      places.set(id, place)
    }
  }
  return rows.flatMap((facts) => {
    const place = known.get(facts.entryId)
    return place === undefined ? [] : [{ place, facts }]
  })
}

type OtherKinds = Pick<FoundRanked, 'otherTitles' | 'otherTexts'>

function otherKinds(
  ranked: readonly RankedKind[],
  titles: TitleSearch,
  texts: TextSearch,
  found: readonly Found[],
  hasDrafts: boolean,
): OtherKinds {
  const incomplete = new Set(ranked.filter(({ isComplete }) => !isComplete).map(({ kind }) => kind))
  const countOf = (kind: EntryKind) => found.filter(({ place }) => place.category === kind).length
  const isOther = (kind: EntryKind) => {
    if (isOfDraft(kind)) return hasDrafts
    // Not all articles of a tag are among the ranked ones, so that its number would be too small.
    return incomplete.has(kind) && (kind === 'tag' || countOf(kind) < titles.page.limit)
  }
  return { otherTitles: titles.kinds.filter(isOther), otherTexts: texts.kinds.filter(isOther) }
}

function leaveOut(found: readonly Found[], others: OtherKinds): FoundRanked {
  const kinds = new Set<string>([...others.otherTitles, ...others.otherTexts])
  return { found: found.filter(({ place }) => !kinds.has(place.category)), ...others }
}

const isOfDraft = (kind: EntryKind): boolean => kind === 'draft' || kind === 'draftNotes' || kind === 'draftVideo'
