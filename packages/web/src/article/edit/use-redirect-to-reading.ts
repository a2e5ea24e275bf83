import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { showError } from '../../ui/toast/toast.ts'
import { articleParams, articleRoute } from '../article-url.ts'
import { articleQuery } from '../article.queries.ts'

/**
 * Someone who may read but not edit an article is sent to the article, with the reason; home if even that fails. What
 * the URL requests, such as a comment, is shown there.
 */
export function useRedirectToReading(articleId: string | null, reason: string): void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (articleId === null) return
    showError(reason)
    void queryClient
      .ensureQueryData(articleQuery(articleId))
      .then((article) => {
        const params = articleParams(article)
        return params === null
          ? navigate({ to: '/', replace: true })
          : navigate({ to: articleRoute, params, search: true, replace: true })
      })
      .catch(() => navigate({ to: '/', replace: true }))
  }, [articleId, reason, navigate, queryClient])
}
