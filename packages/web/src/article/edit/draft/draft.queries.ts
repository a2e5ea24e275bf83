import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { ApiError } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/api.ts'

/**
 * The initial state of an edit page. It is fetched once per opening and never in the background: afterwards the page's
 * own store is authoritative, and a second response must not overwrite what is being typed.
 */
const fetchOnce = {
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { isErrorShown: true },
} as const

/** Separate from the lists of drafts, which are refetched whenever one of them changes. */
const editingKeys = {
  draftOf: (articleId: string) => ['editing', 'draft-of', articleId] as const,
  draft: (draftId: string) => ['editing', 'draft', draftId] as const,
  discardHash: (draftId: string, hash: string) => ['editing', 'discard-hash', draftId, hash] as const,
}

/** The draft of a published article, created if missing, so that everyone who edits it shares one document. */
export const draftOfArticleQuery = (articleId: string) =>
  queryOptions({
    queryKey: editingKeys.draftOf(articleId),
    queryFn: ({ signal }): Promise<Article> =>
      api.article.saveDraft({ params: { id: articleId }, body: {} }, { signal }).then(({ article }) => article),
    ...fetchOnce,
  })

export const draftQuery = (draftId: string) =>
  queryOptions({
    queryKey: editingKeys.draft(draftId),
    queryFn: ({ signal }): Promise<Article> =>
      api.draft.get({ params: { id: draftId } }, { signal }).then(({ article }) => article),
    ...fetchOnce,
  })

/**
 * Hash of the content that discarding would restore, refetched whenever the content changes; null for a draft that is
 * gone.
 */
export const discardHashQuery = (draftId: string, contentHash: string) =>
  queryOptions({
    queryKey: editingKeys.discardHash(draftId, contentHash),
    queryFn: ({ signal }): Promise<string | null> =>
      api.draft.discardHash({ params: { id: draftId } }, { signal }).then(
        ({ hash }) => hash,
        (error: unknown) => {
          if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return null
          throw error
        },
      ),
    gcTime: 0,
    meta: { isErrorShown: true },
  })

/** The page of an article is open and its draft was replaced by another one. */
export const refetchDraftOfArticle = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['editing', 'draft-of'] })
