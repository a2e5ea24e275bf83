import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { api } from '../platform/api/api.ts'

export const articleKeys = {
  all: ['article'] as const,
  one: (id: string) => ['article', id] as const,
  drafts: ['draft'] as const,
}

/** The published article by its short or long id. */
export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: articleKeys.one(id),
    queryFn: ({ signal }): Promise<Article> =>
      api.article.get({ params: { id } }, { signal }).then(({ article }) => article),
    meta: { isErrorShown: true },
  })

/** Caches an article under the id of its correct URL, so that correcting the URL needs no request. */
export function cacheArticle(queryClient: QueryClient, article: Article): void {
  for (const id of [article.shortId, article.id]) queryClient.setQueryData(articleKeys.one(id), article)
}

/** Refetches trees, lists and counts after a draft became an article or a title changed. */
export async function refreshArticles(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['workspace'] }),
    queryClient.invalidateQueries({ queryKey: articleKeys.all }),
    queryClient.invalidateQueries({ queryKey: articleKeys.drafts }),
  ])
}

/** Existing tags that start with or contain the text. A failed suggestion shows no message. */
export const tagsQuery = (text: string) =>
  queryOptions({
    queryKey: ['tag', text],
    queryFn: ({ signal }) => api.tag.search({ params: { q: text } }, { signal }).then(({ tags }) => tags),
    // Only dots would resolve to another URL.
    enabled: !/^\.{0,2}$/.test(text),
    meta: { isErrorShown: true },
  })
