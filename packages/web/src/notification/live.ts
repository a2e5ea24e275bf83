import { useEffect, useRef } from 'react'
import { readToken } from '../platform/session/session-token.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { untilLoaded } from '../platform/until-loaded.ts'
import type { LiveNews } from './live-line.ts'

/** What may have changed at an article: ask for it again. */
export type LiveEvent = { readonly type: 'comments' | 'reactions' }

/**
 * Calls `onEvent` when comments or reactions of an article may have changed: at once over the open socket, and every 20 s
 * where there is none; never for guests, and not while the page is hidden. `articleId` is the long one; null for none yet.
 * The same function need not be handed in twice. Whoever comes back after a break is told as well, so an event says "ask
 * again", not that there is something.
 */
export function useLive(articleId: string | null, onEvent: (event: LiveEvent) => void): void {
  useLine(articleId === null ? undefined : articleId, (news) => {
    if (news !== 'notification') onEvent({ type: news })
  })
}

/** The same for the notifications of the person. */
export function useLiveNotifications(onNews: () => void): void {
  useLine(null, onNews)
}

/** Undefined: nobody listens. The socket and its code arrive when the page has nothing better to do. */
function useLine(articleId: string | null | undefined, hear: (news: LiveNews) => void): void {
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    if (articleId === undefined || readToken() === null) return
    let isOver = false
    let end = () => {}
    void whenIdle()
      .then(() => untilLoaded(() => import('./live-page.ts')))
      .then(({ liveLine }) => {
        if (!isOver) end = liveLine.listen(articleId, (news) => latest.current(news))
      })
    return () => {
      isOver = true
      end()
    }
  }, [articleId])
}
