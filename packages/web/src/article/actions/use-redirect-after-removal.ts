import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import { articleParams, articleRoute } from '../article-url.ts'
import { refreshArticles } from '../article.queries.ts'
import { firstRemainingId } from './article-subtree.ts'
import type { WorkspaceTree } from '../workspace-tree.ts'

type RemovedArticles = { readonly articleIds: readonly string[]; readonly workspaceOrder: readonly OrderEntry[] }

/** After articles are removed: if the open one is among them, opens the first remaining one that is not archived. */
export function useRedirectAfterRemoval(): (
  left: RemovedArticles,
  browsed: WorkspaceTree,
  openId?: string,
) => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async ({ articleIds, workspaceOrder }, { workspace, articles }, openId) => {
    const find = (id: string) => articles.find((one) => one.id === id || one.shortId === id)
    const isGone = (id: string) => articleIds.includes(id)
    const open = openId === undefined ? undefined : find(openId)
    if (open && isGone(open.id)) {
      const nextId = firstRemainingId(workspaceOrder, (id) => !isGone(id) && find(id)?.isArchived === false)
      const next = nextId === null ? undefined : find(nextId)
      const params = next && articleParams({ ...next, workspace })
      if (params) await navigate({ to: articleRoute, params, replace: true })
      else await navigate({ to: '/workspace/$id', params: { id: workspace.shortId }, replace: true })
    }
    await refreshArticles(queryClient)
  }
}
