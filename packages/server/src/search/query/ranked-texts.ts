/**
 * Which texts match a search, and in which order, is the same for everybody in a company; who may see them is not. What is
 * searched repeatedly while the index stays the same is therefore ranked once, and each search only picks from it what the
 * person may see now.
 */
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EntryKind } from '../search.tables.ts'
import { pickRanked, rankTexts, type RankedTexts } from './ranked-texts.queries.ts'
import { searchTexts, type ResultRow, type TextSearch, type TitleSearch } from './search.queries.ts'

export type RankedTextCache = {
  /** The titles, and the texts; null for those that must be searched as a whole. */
  find(member: Member, titles: TitleSearch, texts: TextSearch): Promise<FoundTexts | null>
}

type FoundTexts = { readonly titles: readonly ResultRow[]; readonly texts: readonly ResultRow[] | null }

/** Searches of this server process; the least recently repeated one is forgotten. */
const maxSearches = 200

/** The first search is only remembered, since most are never repeated. */
type Known = { ranked: Promise<RankedTexts> | null }

export function createRankedTextCache(db: Db): RankedTextCache {
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
    async find(member, titles, search) {
      const kinds = search.kinds.filter((kind) => !isOfDraft(kind))
      const key = JSON.stringify([member.company.id, kinds, search.terms, search.ranking])
      const known = touch(key)
      if (known === null || kinds.length === 0) return null
      const ranked = (known.ranked ??= rankTexts(db, member.company.id, { ...search, kinds }))
      const forget = () => {
        if (known.ranked === ranked) known.ranked = null
      }
      try {
        const { rows, isOutdated, isShort, hasDrafts } = await pickRanked(db, member, await ranked, titles)
        const found = { titles: rows.filter(({ kind }) => !kinds.includes(kind)) }
        if (isOutdated) forget()
        if (isOutdated || isShort) return { ...found, texts: null }
        const texts = rows.filter(({ kind }) => kinds.includes(kind))
        if (!hasDrafts) return { ...found, texts }
        const drafts = await searchTexts(db, member, { ...search, kinds: search.kinds.filter(isOfDraft) })
        return { ...found, texts: [...texts, ...drafts] }
      } catch (error) {
        forget()
        throw error
      }
    },
  }
}

const isOfDraft = (kind: EntryKind): boolean => kind === 'draftNotes' || kind === 'draftVideo'
