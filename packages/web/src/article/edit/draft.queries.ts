import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { api } from '../../platform/api/api.ts'

/**
 * What an edit page begins with. It is asked for once on every opening and never in the background: from then on the
 * page's own store holds the truth, and a second answer must not come between it and what is being typed.
 */
const onceOnly = {
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { isErrorShown: true },
} as const

/** Apart from the lists of drafts, which are read again whenever one of them changes. */
const editingKeys = {
  draftOf: (articleId: string) => ['editing', 'draft-of', articleId] as const,
  draft: (draftId: string) => ['editing', 'draft', draftId] as const,
  discardHash: (draftId: string, hash: string) => ['editing', 'discard-hash', draftId, hash] as const,
}

/** The draft of a published article, made if there is none, so that all who edit it meet in one document. */
export const draftOfArticleQuery = (articleId: string) =>
  queryOptions({
    queryKey: editingKeys.draftOf(articleId),
    queryFn: ({ signal }): Promise<Article> =>
      api.article.saveDraft({ params: { id: articleId }, body: {} }, { signal }).then(({ article }) => article),
    ...onceOnly,
  })

export const draftQuery = (draftId: string) =>
  queryOptions({
    queryKey: editingKeys.draft(draftId),
    queryFn: ({ signal }): Promise<Article> =>
      api.draft.get({ params: { id: draftId } }, { signal }).then(({ article }) => article),
    ...onceOnly,
  })

/** Hash of what discarding would give; asked again whenever the content is another. */
export const discardHashQuery = (draftId: string, contentHash: string) =>
  queryOptions({
    queryKey: editingKeys.discardHash(draftId, contentHash),
    queryFn: ({ signal }): Promise<string> =>
      api.draft.discardHash({ params: { id: draftId } }, { signal }).then(({ hash }) => hash),
    gcTime: 0,
    meta: { isErrorShown: true },
  })

/** The page of an article is open and its draft has become another one. */
export const reopenDrafts = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['editing', 'draft-of'] })
