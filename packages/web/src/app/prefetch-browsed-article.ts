import type { QueryClient } from '@tanstack/react-query'
import { articleQuery } from '../article/article.queries.ts'
import { browseQuery } from '../workspace/workspace.queries.ts'

/** Prefetches what the page of an article shows. Separate from the route table, which the sign-in page loads too. */
export function prefetchBrowsedArticle(
  queryClient: QueryClient,
  params: { articleId: string; workspaceId: string },
): void {
  void queryClient.prefetchQuery(articleQuery(params.articleId))
  void queryClient.prefetchQuery(browseQuery(params.workspaceId))
}
