import { videoIdsOf } from '@knowreel/shared/video/play-map.ts'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Trx } from '../../platform/database/db.ts'
import { entriesOfPassages, timedKindOf, timedTextHash, type Entry, type IndexedArticle } from './entries-of.ts'
import type { ExistingEntry } from './indexer.queries.ts'
import { passagesOf, type TimedTextSource } from './timed-text.ts'

type TimedText = { entries: Entry[]; keptIds: Set<string> }
type Existing = ReadonlyMap<string | null, readonly ExistingEntry[]>

/** Speech and on-screen text of the articles' recordings, except what is unchanged in the index. */
export async function readTimedText(
  trx: Trx,
  sources: readonly TimedTextSource[],
  articles: readonly IndexedArticle[],
  existing: Existing,
): Promise<ReadonlyMap<string, TimedText>> {
  const withRecordings = articles
    .map((article) => ({ article, videoIds: videoIdsOf(articleMap(article.paragraphs)) }))
    .filter(({ videoIds }) => videoIds.length > 0)
  const found = new Map<string, TimedText>(
    withRecordings.map(({ article }) => [article.id, { entries: [], keptIds: new Set<string>() }]),
  )
  if (withRecordings.length === 0) return found
  for (const source of sources) {
    const versions = await source.versionsOf(trx, [...new Set(withRecordings.flatMap(({ videoIds }) => videoIds))])
    const changed = withRecordings.flatMap(({ article, videoIds }) => {
      const own = new Map(videoIds.flatMap((id) => (versions.has(id) ? [[id, versions.get(id) ?? '']] : [])))
      if (own.size === 0) return []
      const hash = timedTextHash(article, source.kind, own)
      const known = (existing.get(article.id) ?? []).filter(
        ({ kind, part }) => kind === timedKindOf(article) && part === source.kind,
      )
      if (known.length === 0 || known.some((entry) => entry.hash !== hash))
        return [{ article, hash, ids: [...own.keys()] }]
      for (const { id } of known) found.get(article.id)?.keptIds.add(id)
      return []
    })
    if (changed.length === 0) continue
    const spans = await source.readSpans(trx, [...new Set(changed.flatMap(({ ids }) => ids))])
    for (const { article, hash } of changed)
      found
        .get(article.id)
        ?.entries.push(...entriesOfPassages(article, source.kind, hash, passagesOf(article.paragraphs, spans)))
  }
  return found
}
