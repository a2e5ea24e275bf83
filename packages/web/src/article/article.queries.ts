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

/** Keeps an article under the id that its right address has, so that putting the address right asks for nothing. */
export function rememberArticle(queryClient: QueryClient, article: Article): void {
  for (const id of [article.shortId, article.id]) queryClient.setQueryData(articleKeys.one(id), article)
}

/** After a draft became an article, or a title changed: the trees, the lists and the counts are read again. */
export async function refreshArticles(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['workspace'] }),
    queryClient.invalidateQueries({ queryKey: articleKeys.all }),
    queryClient.invalidateQueries({ queryKey: articleKeys.drafts }),
  ])
}

/** Tags others used that begin with or hold the text. A missing suggestion is no reason for a message. */
export const tagsQuery = (text: string) =>
  queryOptions({
    queryKey: ['tag', text],
    queryFn: ({ signal }) => api.tag.search({ params: { q: text } }, { signal }).then(({ tags }) => tags),
    // Dots alone would be another address.
    enabled: !/^\.{0,2}$/.test(text),
    meta: { isErrorShown: true },
  })
