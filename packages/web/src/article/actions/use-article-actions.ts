import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WorkspaceTree } from '../workspace-tree.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { showUndo, showSuccess } from '../../ui/toast/toast.ts'
import { articleParams, articleRoute } from '../article-url.ts'
import { refreshArticles } from '../article.queries.ts'
import { deletionText } from './deletion-text.ts'
import { archivedUnder, nestedIds } from './article-subtree.ts'
import { whileBusy } from '../busy.ts'
import { useRestoreArticle } from '../trash/trash.queries.ts'
import * as texts from '../texts.ts'
import { useRedirectAfterRemoval } from './use-redirect-after-removal.ts'

export type { WorkspaceTree } from '../workspace-tree.ts'

type ArticleRef = { id: string; title: string }

export type ArticleActions = {
  /** Includes all sub-articles. Undo restores only those that this call archived. */
  archive: (article: ArticleRef, browsed: WorkspaceTree) => Promise<void>
  unarchive: (article: ArticleRef) => Promise<void>
  /** Opens the copy. */
  duplicate: (article: ArticleRef) => Promise<void>
  /** Asks for confirmation and names the sub-articles that are deleted too; `openArticleId` is the article on the screen. */
  remove: (article: ArticleRef, browsed: WorkspaceTree, openId?: string) => Promise<void>
}

/** The actions of an article in its workspace. Failures are shown as messages. */
export function useArticleActions(): ArticleActions {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const leaveWhenGone = useRedirectAfterRemoval()
  const restore = useRestoreArticle()

  const duplicate = async (article: ArticleRef) => {
    try {
      const { article: copy } = await whileBusy(texts.savingArticle, () =>
        api.article.duplicate({ body: { articleId: article.id } }),
      )
      const params = articleParams(copy)
      if (params) await navigate({ to: articleRoute, params })
      await refreshArticles(queryClient)
      showSuccess(texts.theArticleHasBeenDuplicated)
    } catch (error) {
      handleError(error)
    }
  }

  const setArchived = async (articleIds: string[], isArchived: boolean): Promise<boolean> => {
    try {
      await api.article.setArchived({ body: { articleIds, isArchived } })
      return true
    } catch (error) {
      handleError(error)
      return false
    } finally {
      await refreshArticles(queryClient)
    }
  }

  const archive = async ({ id }: ArticleRef, browsed: WorkspaceTree) => {
    const before = archivedUnder(browsed, id)
    const undo = async () => {
      if ((await setArchived([id], false)) && before.length > 0) await setArchived(before, true)
    }
    if (await setArchived([id], true)) showUndo(texts.theArticleHasBeenSuccessfully, () => void undo())
  }

  const unarchive = async ({ id }: ArticleRef) => {
    if (await setArchived([id], false)) showSuccess(texts.theArticleHasBeenSuccessfullyUnarchived)
  }

  const remove = async (article: ArticleRef, browsed: WorkspaceTree, openId?: string) => {
    const nested = nestedIds(browsed.workspace.order, article.id)
    const find = (id: string) => browsed.articles.find((one) => one.id === id || one.shortId === id)
    const isConfirmed = await confirmAction({
      title: texts.deleteArticleTitle(article.title || texts.untitled),
      body: deletionText(nested.map((id) => find(id)?.title || texts.untitled)),
      confirmLabel: nested.length === 0 ? texts.deleteArticle : texts.deleteNestedCountArticles(nested.length + 1),
      isDangerous: true,
    })
    if (!isConfirmed) return
    try {
      const left = await whileBusy(texts.theArticleIsBeingDeleted, () =>
        api.article.remove({ params: { id: article.id } }),
      )
      await leaveWhenGone(left, browsed, openId)
      const count = left.articleIds.length
      const opens = openId !== undefined && left.articleIds.includes(find(openId)?.id ?? '')
      const text =
        count === 1 ? texts.theArticleHasBeenMovedToTheTrash : texts.theArticlesHaveBeenMovedToTheTrash(count)
      showUndo(text, () => void restore(article.id, { workspace: browsed.workspace, opens }))
    } catch (error) {
      handleError(error)
    }
  }

  return { archive, unarchive, duplicate, remove }
}
