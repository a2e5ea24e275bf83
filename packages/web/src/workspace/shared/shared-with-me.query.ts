import { queryOptions } from '@tanstack/react-query'
import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import { api } from '../../platform/api/api.ts'
import { workspaceKeys } from '../workspace-cache.ts'

export type SharedArticles = { readonly articles: readonly ArticleSummary[]; readonly isTruncated: boolean }

/** Articles of the company that are shared with me by name; listed with the personal workspace. */
export const sharedWithMeQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...workspaceKeys.all, 'shared', workspaceId],
    queryFn: async ({ signal }): Promise<SharedArticles> => {
      const request = { params: { id: workspaceId }, query: { withSharing: '1' } } as const
      const { sharedArticles, isTruncated = false } = await api.workspace.articles(request, { signal })
      return { articles: sharedArticles, isTruncated }
    },
    meta: { isErrorShown: true },
  })
