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
import { windowOf, type TextSearch, type TitleSearch } from './search.queries.ts'
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

/** The first search is only remembered, since most are never repeated. */
type Known = { ranked: Promise<Ranked> | null }

export function createRankedResultCache(db: Db): RankedResultCache {
  const searches = new Map<string, Known>()

  function touch(key: string): Known | null {
    const known = searches.get(key) ?? null
    searches.delete(key)
    searches.set(key, known ?? { ranked: null })
    const [oldest] = searches.keys()
    if (searches.size > maxSearches && oldest !== undefined) searches.delete(oldest)
    return known
  }

  return {
    async find(member, query, titles, texts) {
      const companyId = member.company.id
      const key = JSON.stringify([companyId, titles.kinds, titles.folded, texts.kinds, query.units])
      const known = touch(key)
      if (known === null) return null
      let ranked = known.ranked
      const forget = () => {
        if (known.ranked === ranked) known.ranked = null
      }
      try {
        if (ranked !== null && (await ranked).until < Date.now()) ranked = null
        ranked ??= known.ranked = rank(db, companyId, titles, texts)
        const { version, kinds, places } = await ranked
        if (kinds.length === 0) return null
        const picked = await pickRanked(db, member, version, kinds, titles.page)
        const found = picked.version === version ? await withPlaces(db, query, texts, picked, places) : null
        if (found === null) {
          forget()
          return null
        }
        return leaveOut(found, otherKinds(kinds, titles, texts, found, picked.hasDrafts))
      } catch (error) {
        forget()
        throw error
      }
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
    kinds: [...ofTitles.kinds, ...ofTexts].filter(({ entryIds, isComplete }) => entryIds !== '{}' || !isComplete),
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
  const missing = rows.map(({ entryId }) => entryId).filter((id) => !places.has(id))
  if (missing.length > 0) {
    const entries = await readEntries(db, missing)
    if (entries.length < missing.length) return null
    if (places.size > maxPlaces) places.clear()
    const windows = entries.map((entry) => ({ ...entry, window: windowOf(entry, search) }))
    for (const [index, place] of (await placesOf(db, windows, query)).entries())
      places.set(entries[index]?.entryId ?? '', place)
  }
  return rows.flatMap(({ entryId, ...facts }) => {
    const place = places.get(entryId)
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
