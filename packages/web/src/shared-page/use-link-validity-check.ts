import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../platform/api/api.ts'
import type { OpenedLink } from '../share/index.ts'
import { readPass } from './link-pass.ts'
import { isClosed, sharedPageKey } from './shared-page.queries.ts'

const checkIntervalMs = 20_000

/**
 * A page of notes makes no requests while it is read. So this checks periodically, and when the page becomes visible,
 * whether its link is still valid, and removes the content if not. `articleId` is the shown article, null while there
 * is none.
 */
export function useLinkValidityCheck(link: OpenedLink, articleId: string | null): void {
  const queryClient = useQueryClient()
  const { token, isPrivate } = link
  useEffect(() => {
    if (articleId === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        await api.sharedBrowse.check(
          { params: { token }, query: { articleId, isPrivate: isPrivate ? '1' : undefined, pass: readPass(token) } },
          { signal },
        )
      } catch (error) {
        // A lost connection proves nothing. If the link has ended, the page is refetched and shows the reason.
        if (isClosed(error) && !signal.aborted) {
          await queryClient.invalidateQueries({ queryKey: sharedPageKey({ token, isPrivate }) })
        }
      }
    }
    const onVisible = () => void ask()
    const timer = setInterval(onVisible, checkIntervalMs)
    document.addEventListener('visibilitychange', onVisible, { signal })
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [queryClient, token, isPrivate, articleId])
}
