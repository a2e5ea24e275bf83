import { searchCalls, searchCategories, type SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { tagCalls } from '@knowreel/shared/tag/tag.calls.ts'
import { serve } from '../access/index.ts'
import type { ArticleParentCache } from '../article/index.ts'
import type { Db } from '../platform/database/db.ts'
import { readHistory, rememberQuestion } from './history/history.ts'
import { readParents } from './query/parents.ts'
import { searchEverything, type TermServices } from './query/global-search.ts'
import { createRankedResultCache } from './query/ranked-results.ts'
import { searchTags } from './query/search-tags.queries.ts'
import { toResult } from './query/to-result.ts'

type Dependencies = TermServices & { readonly parents: ArticleParentCache }

export function searchRoutes({ db, statistics, parents }: Dependencies) {
  const services = { db, statistics, rankedResults: createRankedResultCache(db) }
  return serve(
    searchCalls,
    {},
    {
      global: async ({ actor, params, query: { category, page, skip } }) => {
        const request = { typed: params.q, category: category === 'all' ? undefined : category, page, skip }
        const found = await searchEverything(services, actor, request)
        const above = await readParents(
          db,
          parents,
          found.map(({ facts }) => facts),
        )
        const results = Map.groupBy(
          found.map((one) => toResult(one, above.get(one.facts.article?.id ?? '') ?? null)),
          ({ category: of }) => of,
        )
        return Object.fromEntries(
          searchCategories.flatMap((of) => (results.has(of) ? [[of, results.get(of) as SearchResult[]]] : [])),
        )
      },
      history: ({ actor }) => readHistory({ db, parents }, actor),
      addToHistory: ({ actor, body }) => rememberQuestion({ db, parents }, actor, body.question),
      // A person has one history in a company, so its id selects nothing.
      moveUpInHistory: ({ actor, body }) => rememberQuestion({ db, parents }, actor, body.question),
    },
  )
}

export const tagRoutes = (db: Db) =>
  serve(tagCalls, {}, { search: async ({ actor, params }) => ({ tags: await searchTags(db, actor, params.q) }) })
