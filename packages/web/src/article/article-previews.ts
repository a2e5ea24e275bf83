/** Titles, posters and first words of articles, by uuid or short id; what is requested in the same moment is one call. */
import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query'
import type { ArticlePreview } from '@knowreel/shared/article/article.wire.ts'
import { api } from '../platform/api/api.ts'

/** Limit of the call. */
const maxIds = 60
/** URLs of posters work for an hour or more. */
const staleMs = 10 * 60_000

let requested: { readonly ids: Set<string>; readonly answer: Promise<Map<string, ArticlePreview>> } | null = null

/** Null for an article that the person does not see. */
async function loadPreview(id: string): Promise<ArticlePreview | null> {
  if (requested === null || requested.ids.size >= maxIds) requested = collect()
  requested.ids.add(id)
  return (await requested.answer).get(id) ?? null
}

function collect() {
  const ids = new Set<string>()
  const answer = new Promise<Map<string, ArticlePreview>>((resolve, reject) => {
    setTimeout(() => {
      if (requested?.ids === ids) requested = null
      api.article.previews({ query: { ids: [...ids].join(',') } }).then(
        ({ previews }) =>
          resolve(new Map(previews.flatMap((one) => [[one.id, one] as const, [one.shortId, one] as const]))),
        (error: Error) => reject(error),
      )
    })
  })
  return { ids, answer }
}

const previewQuery = (id: string) =>
  queryOptions({
    queryKey: ['article', 'preview', id],
    queryFn: () => loadPreview(id),
    staleTime: staleMs,
    // A card without its picture says enough.
    retry: false,
    meta: { isErrorShown: true },
  })

type Previews = {
  readonly of: ReadonlyMap<string, ArticlePreview>
  /** Articles that the person does not see, as far as it is known. */
  readonly missing: ReadonlySet<string>
}

export function usePreviews(ids: readonly string[]): Previews {
  const unique = [...new Set(ids)]
  return useQueries({ queries: unique.map(previewQuery), combine: (results) => toPreviews(unique, results) })
}

function toPreviews(ids: readonly string[], results: readonly UseQueryResult<ArticlePreview | null>[]): Previews {
  const of = new Map<string, ArticlePreview>()
  const missing = new Set<string>()
  results.forEach(({ data }, index) => {
    const id = ids[index] ?? ''
    if (data) of.set(id, data)
    else if (data === null) missing.add(id)
  })
  return { of, missing }
}
