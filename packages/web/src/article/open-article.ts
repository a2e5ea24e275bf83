import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { openShare } from '../share/index.ts'
import { browseQuery } from '../workspace/index.ts'
import { nestedIds } from './actions/article-subtree.ts'
import { articleQuery } from './article.queries.ts'

export type OpenArticle = {
  /** The URL of the edit page; null if the person may not edit it now. */
  readonly editUrl: string | null
  /** Null if it may not be shared. */
  readonly share: (() => void) | null
}

/** The actions of a signed-in person on the article of the present page; null on every other page. */
export function useOpenArticle(): OpenArticle | null {
  const queryClient = useQueryClient()
  const params: { articleId?: string; workspaceId?: string } = useRouter().state.matches.at(-1)?.params ?? {}
  const article = params.articleId && queryClient.getQueryData(articleQuery(params.articleId).queryKey)
  if (!article) return null
  const isActive = article.workspace?.isArchived === false && !article.isArchived
  const mayEdit = article.abilities.editArticles && isActive
  const { id, title, author } = article
  const browsed = queryClient.getQueryData(browseQuery(params.workspaceId ?? '').queryKey)
  const subArticleCount = browsed ? nestedIds(browsed.workspace.order, id).length : 0
  const mayShare = isActive && Boolean(browsed?.workspace.role)
  return {
    editUrl: mayEdit ? `/article/${article.shortId}/edit` : null,
    share: mayShare
      ? () => openShare({ article: { id, title, authorId: author?.id }, mayEdit, subArticleCount })
      : null,
  }
}
