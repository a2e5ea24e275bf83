import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { showAction } from '../../ui/toast/toast.ts'
import { articleRoute } from '../article-url.ts'
import { refreshArticles } from '../article.queries.ts'
import * as texts from './texts.ts'

/** Whatever deletes or restores articles invalidates `['workspace']`. */
export const trashQuery = (workspaceId: string, page: number) =>
  queryOptions({
    queryKey: ['workspace', 'trash', workspaceId, page],
    queryFn: ({ signal }) => api.trash.list({ params: { id: workspaceId }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isErrorShown: true },
  })

type RestoredTo = { readonly workspace: { readonly shortId: string; readonly slug: string }; readonly opens?: boolean }

/**
 * Restores a deleted article with all that was deleted with it, and opens it or offers to. Failures are shown as
 * messages.
 */
export function useRestoreArticle(): (id: string, to: RestoredTo) => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (id, { workspace, opens = false }) => {
    const params = { workspaceId: workspace.shortId, workspaceSlug: workspace.slug, articleId: id }
    const open = () => void navigate({ to: articleRoute, params })
    try {
      const { articleIds } = await api.trash.restore({ params: { id } })
      const count = articleIds.length
      const text = count === 1 ? texts.theArticleHasBeenRestored : texts.theArticlesHaveBeenRestored(count)
      if (opens) open()
      else showAction(text, texts.openArticle, open)
    } catch (error) {
      handleError(error)
    } finally {
      await refreshArticles(queryClient)
    }
  }
}
