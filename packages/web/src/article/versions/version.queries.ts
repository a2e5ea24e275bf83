import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'

/** Below the keys of articles: invalidating articles invalidates these too. */
const versionKeys = {
  list: (articleId: string) => ['article', articleId, 'versions'] as const,
  one: (articleId: string, version: number) => ['article', articleId, 'versions', version] as const,
}

/** An article by its long id, with its workspace. */
export type VersionedArticle = { readonly id: string; readonly workspaceId: string }

export const versionsQuery = ({ id, workspaceId }: VersionedArticle) =>
  queryOptions({
    queryKey: versionKeys.list(id),
    queryFn: ({ signal }) => api.articleVersion.list({ params: { ws: workspaceId, id } }, { signal }),
    meta: { isErrorShown: true },
  })

export const versionQuery = ({ id, workspaceId }: VersionedArticle, version: number) =>
  queryOptions({
    queryKey: versionKeys.one(id, version),
    queryFn: ({ signal }) =>
      api.articleVersion.get({ params: { ws: workspaceId, id, version: String(version) } }, { signal }),
    meta: { isErrorShown: true },
    retry: false,
  })
