import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { api } from '../platform/api/api.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { confirmAction } from '../ui/dialogs.ts'
import { showUndo, showSuccess } from '../ui/toast.ts'
import { articleParams, articleRoute } from './article-address.ts'
import { refreshArticles } from './article.queries.ts'
import { deletionText } from './deletion-text.ts'
import { firstRemainingId, nestedIds } from './article-subtree.ts'
import { whileBusy } from './busy.ts'

export type Browsed = { workspace: Workspace; articles: readonly ArticleTreeEntry[] }
type Target = { id: string; title: string }

export type ArticleActions = {
  setArchived: (article: Target, isArchived: boolean) => Promise<void>
  /** Asks first, naming what goes with it; `openId` is the article on the screen. */
  remove: (article: Target, browsed: Browsed, openId?: string) => Promise<void>
}

/** What can be done with an article in its workspace. Failures are said in a message. */
export function useArticleActions(): ArticleActions {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  const archive = async (article: Target, isArchived: boolean): Promise<boolean> => {
    try {
      await api.article.setArchived({ body: { articleIds: [article.id], isArchived } })
      await refreshArticles(queryClient)
      return true
    } catch (error) {
      handleError(error)
      return false
    }
  }

  const setArchived = async (article: Target, isArchived: boolean) => {
    if (!(await archive(article, isArchived))) return
    if (isArchived) showUndo('The article has been successfully archived!', () => void archive(article, false))
    else showSuccess('The article has been successfully unarchived!')
  }

  const remove = async (article: Target, browsed: Browsed, openId?: string) => {
    const nested = nestedIds(browsed.workspace.order, article.id)
    const find = (id: string) => browsed.articles.find((one) => one.id === id || one.shortId === id)
    const isConfirmed = await confirmAction({
      title: `Delete “${article.title || 'Untitled'}”`,
      body: deletionText(nested.map((id) => find(id)?.title || 'Untitled')),
      confirmLabel: nested.length === 0 ? 'Delete article' : `Delete ${nested.length + 1} articles`,
      isDangerous: true,
    })
    if (!isConfirmed) return
    try {
      const { articleIds, workspaceOrder } = await whileBusy('The article is being deleted', () =>
        api.article.remove({ params: { id: article.id } }),
      )
      const isGone = (id: string) => articleIds.includes(id)
      const open = openId === undefined ? undefined : find(openId)
      if (open && isGone(open.id)) {
        const nextId = firstRemainingId(workspaceOrder, (id) => !isGone(id) && find(id)?.isArchived === false)
        await leaveFor(nextId === null ? undefined : find(nextId), browsed.workspace)
      }
      await refreshArticles(queryClient)
    } catch (error) {
      handleError(error)
    }
  }

  const leaveFor = async (next: ArticleTreeEntry | undefined, workspace: Workspace) => {
    const params = next && articleParams({ ...next, workspace })
    if (params) await navigate({ to: articleRoute, params, replace: true })
    else await navigate({ to: '/workspace/$id', params: { id: workspace.shortId }, replace: true })
  }

  return { setArchived, remove }
}
