import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Article, ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { articleKeys } from '../article.queries.ts'
import { draftsCountQuery } from './draft-count.query.ts'
import { confirmNewerChanges } from '../edit/conflict/confirm-newer-changes.ts'
import type { DraftListSearch } from './draft-list.ts'

type DraftPage = CallResponse<Catalogue['draft']['list']>

const listKey = [...articleKeys.drafts, 'list'] as const

export const draftListQuery = ({ type, page = 1 }: DraftListSearch) =>
  queryOptions({
    queryKey: [...listKey, { type, page }],
    queryFn: ({ signal }): Promise<DraftPage> => api.draft.list({ query: { type, page } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isErrorShown: true },
  })

/** `seen` is the content of a published article's draft when discarding was requested. */
type ListedDraft = Pick<ArticleSummary, 'id' | 'original'> & { readonly seen?: Article }

/**
 * Deletes a draft that was never published, or discards the changes to a published article. The row disappears
 * immediately and returns if the server refuses. Returns whether the draft is gone: someone who is shown newer changes
 * may keep it.
 */
export function useRemoveDraft() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, original, seen }: ListedDraft): Promise<boolean> => {
      try {
        if (original) return await discardIfUnchanged(id, seen)
        await api.draft.remove({ params: { id } })
      } catch (error) {
        // Published or deleted in the meantime: gone from the list, as intended.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
      return true
    },
    onMutate: async ({ id }) => {
      await queryClient.cancelQueries({ queryKey: articleKeys.drafts })
      const pages = queryClient.getQueriesData<DraftPage>({ queryKey: listKey })
      const count = queryClient.getQueryData(draftsCountQuery.queryKey)
      queryClient.setQueriesData<DraftPage>({ queryKey: listKey }, (page) => page && withoutDraft(page, id))
      if (count)
        queryClient.setQueryData(draftsCountQuery.queryKey, { draftsCount: Math.max(0, count.draftsCount - 1) })
      return { pages, count }
    },
    onError: (_error, _draft, former) => {
      for (const [key, page] of former?.pages ?? []) queryClient.setQueryData(key, page)
      if (former?.count) queryClient.setQueryData(draftsCountQuery.queryKey, former.count)
    },
    onSettled: (_answer, _error, { original }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: articleKeys.drafts }),
        original && queryClient.invalidateQueries({ queryKey: articleKeys.all }),
      ]),
  })
}

async function discardIfUnchanged(id: string, seen?: Article): Promise<boolean> {
  try {
    await api.draft.discard({ params: { id }, body: { hash: seen?.hash } })
    return true
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'draft_changed' && seen)) throw error
    const { article: now } = await api.draft.get({ params: { id } })
    return (await confirmNewerChanges(seen, now)) && discardIfUnchanged(id, now)
  }
}

const withoutDraft = (page: DraftPage, id: string): DraftPage => {
  const articles = page.articles.filter((article) => article.id !== id)
  return { articles, count: page.count - (page.articles.length - articles.length) }
}
