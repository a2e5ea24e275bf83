import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'

/** Stands below the keys of articles: what changes articles makes these be asked for again. */
const versionKeys = {
  list: (articleId: string) => ['article', articleId, 'versions'] as const,
  one: (articleId: string, version: number) => ['article', articleId, 'versions', version] as const,
}

/** An article by its long id, with the workspace it stands in. */
export type Versioned = { readonly id: string; readonly workspaceId: string }

export const versionsQuery = ({ id, workspaceId }: Versioned) =>
  queryOptions({
    queryKey: versionKeys.list(id),
    queryFn: ({ signal }) => api.articleVersion.list({ params: { ws: workspaceId, id } }, { signal }),
    meta: { isErrorShown: true },
  })

export const versionQuery = ({ id, workspaceId }: Versioned, version: number) =>
  queryOptions({
    queryKey: versionKeys.one(id, version),
    queryFn: ({ signal }) =>
      api.articleVersion.get({ params: { ws: workspaceId, id, version: String(version) } }, { signal }),
    meta: { isErrorShown: true },
    retry: false,
  })
