import { searchCalls, type SearchCategory, type SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { serve } from '../access/index.ts'
import { createArticleParentCache } from '../article/index.ts'
import { readHistory, rememberQuestion } from './history.ts'
import { readParents } from './query/parents.ts'
import { searchEverything, type TermServices } from './query/global-search.ts'
import { createRankedTextCache } from './query/ranked-texts.ts'
import { toResult } from './query/to-result.ts'

export function searchRoutes({ db, statistics }: TermServices) {
  const services = { db, statistics, rankedTexts: createRankedTextCache(db) }
  const parents = createArticleParentCache(db)
  return serve(
    searchCalls,
    {},
    {
      global: async ({ actor, params, query: { category, page, skip } }) => {
        const request = { typed: params.q, category: category === 'all' ? undefined : category, page, skip }
        const { query, rows } = await searchEverything(services, actor, request)
        const results: Partial<Record<SearchCategory, SearchResult[]>> = {}
        const above = await readParents(db, parents, rows)
        for (const row of rows)
          (results[row.kind] ??= []).push(toResult(row, query, above.get(row.article?.id ?? '') ?? null))
        return results
      },
      history: ({ actor }) => readHistory(db, actor),
      addToHistory: ({ actor, body }) => rememberQuestion(db, actor, body.question),
      // A person has one history in a company, so its id selects nothing.
      moveUpInHistory: ({ actor, body }) => rememberQuestion(db, actor, body.question),
    },
  )
}
