import type { SearchQuery } from '@knowreel/shared/search/search-query.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { locationOf, type ResultLocation, type TermWeights } from './result-location.ts'
import type { FoundEntry } from './result-rows.queries.ts'

/** The locations of the words in these entries, in the same order. */
export async function locationsOf(
  db: Db,
  entries: readonly FoundEntry[],
  query: SearchQuery,
  weights: TermWeights,
): Promise<ResultLocation[]> {
  return withEarlierOccurrences(
    db,
    entries,
    entries.map((entry) => locationOf(entry, query, weights)),
  )
}

/** `initialIndex` counts occurrences in the whole tab, of which an entry may be a later part. */
export async function withEarlierOccurrences(
  db: Db,
  entries: readonly FoundEntry[],
  locations: readonly ResultLocation[],
): Promise<ResultLocation[]> {
  const later = entries.flatMap(({ entryId, startsAt }, index) => {
    const found = locations[index]?.foundTextProperties ?? null
    return found !== null && startsAt > 0 ? [{ entryId, words: found.textToFind }] : []
  })
  if (later.length === 0) return [...locations]
  const counts = await countEarlier(db, later)
  return locations.map((location, index) => {
    const { foundTextProperties: found } = location
    const earlier = counts.get(entries[index]?.entryId ?? '') ?? 0
    if (found === null) return location
    return { ...location, foundTextProperties: { ...found, initialIndex: found.initialIndex + earlier } }
  })
}

/** Occurrences of the words in earlier parts of the same tab, by entry id. */
async function countEarlier(
  db: Db,
  wanted: readonly { readonly entryId: string; readonly words: string }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ entryId: string; count: number }>`
    select e.id::text as "entryId",
      sum((length(earlier.content) - length(replace(earlier.content, wanted.words, ''))) / length(wanted.words))::int as count
    from unnest(${wanted.map(({ entryId }) => entryId)}::bigint[], ${wanted.map(({ words }) => words)}::text[])
      as wanted (id, words)
    join search_entries e on e.id = wanted.id
    join search_entries earlier on earlier.article_id = e.article_id and earlier.kind = e.kind and earlier.part = e.part
      and earlier.file_id is null and earlier.starts_at < e.starts_at
    group by e.id
  `.execute(db)
  return new Map(rows.map(({ entryId, count }) => [entryId, count]))
}
