import { queryOptions } from '@tanstack/react-query'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { SharedPage } from '@knowreel/shared/share/share.calls.ts'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import type { OpenedLink } from '../share/index.ts'
import { readPass } from './link-pass.ts'

export const sharedPageKey = ({ token, isPrivate }: OpenedLink) => ['shared-page', token, isPrivate] as const

/** The content of a link; `articleId` is a sub-article, null for the shared one. */
export const sharedPageQuery = (link: OpenedLink, articleId: string | null) =>
  queryOptions({
    queryKey: [...sharedPageKey(link), articleId],
    queryFn: async ({ signal }) => withoutAbilities(await fetchSharedPage(link, articleId, signal)),
    meta: { isErrorShown: true },
  })

function fetchSharedPage(
  { token, isPrivate }: OpenedLink,
  articleId: string | null,
  signal: AbortSignal,
): Promise<SharedPage> {
  if (isPrivate) return api.sharedBrowse.openPrivate({ params: { token } }, { signal })
  const query = { articleId: articleId ?? undefined, pass: readPass(token) }
  return api.sharedBrowse.open({ params: { token }, query }, { signal })
}

const noAbilities: Omit<Article['abilities'], 'comment'> = {
  editWorkspace: false,
  deleteWorkspace: false,
  editArticles: false,
  manage: false,
  downloadRecording: false,
}

/** Removes all abilities but commenting: editors edit in the workspace, not here. */
const withoutAbilities = (page: SharedPage): SharedPage => ({
  ...page,
  article: {
    ...page.article,
    abilities: { ...noAbilities, comment: page.article.abilities.comment },
    draft: null,
    versionsCount: null,
  },
})

/** Deleted, expired, turned off and never existing all look the same. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export const isLocked = (error: unknown): boolean => error instanceof ApiError && error.code === 'shared_locked'

/** The content may not be shown any more; 403 if the state of the person's company forbids it. */
export const isClosed = (error: unknown): boolean =>
  isNotFound(error) || isLocked(error) || (error instanceof ApiError && error.status === 403)
