import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import type { OpenedLink } from '../shared-address.ts'
import { readPass } from './link-pass.ts'
import { isLocked, isNotFound, sharedPageKey } from './shared-page.queries.ts'

const everyMs = 20_000

/**
 * A page of notes asks for nothing while it is read. So it asks now and then, and when one comes back to it, whether its link
 * still lives, and goes when it does not. `articleId` is the one that is shown, null while there is none.
 */
export function useLinkWatch(link: OpenedLink, articleId: string | null): void {
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
        // A bad line ends nothing. The page itself is asked, and says what there is to say.
        const isOver = isNotFound(error) || isLocked(error)
        if (isOver && !signal.aborted) {
          await queryClient.invalidateQueries({ queryKey: sharedPageKey({ token, isPrivate }) })
        }
      }
    }
    const onVisible = () => void ask()
    const timer = setInterval(onVisible, everyMs)
    document.addEventListener('visibilitychange', onVisible, { signal })
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [queryClient, token, isPrivate, articleId])
}
