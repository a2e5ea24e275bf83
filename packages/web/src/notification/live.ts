import { useEffect, useRef, useState } from 'react'
import { readToken } from '../platform/session/session-token.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { loadWithRetry } from '../platform/load-with-retry.ts'
import type { ArticleListeners, LiveUpdate } from './live-socket.ts'

export type LiveEvent =
  /** The parts of an article that may have changed: fetch them again. */
  | { readonly type: 'comments' | 'reactions' }
  /** Whether the article is shared with the person for viewing only: at first, and when it changes. */
  | { readonly type: 'access'; readonly isViewOnly: boolean }

/**
 * Calls `onEvent` when comments, reactions or access of an article may have changed: immediately over the open socket, without
 * one every 20 s, and after each break of the connection. Never for guests, and not while the page is hidden.
 * `articleId` is the long one; null if there is none yet. `onEvent` may be another function at each render.
 */
export function useLive(articleId: string | null, onEvent: (event: LiveEvent) => void): void {
  useLiveSocket(
    articleId === null ? undefined : articleId,
    (update) => {
      if (update === 'comments' || update === 'reactions') onEvent({ type: update })
    },
    { onAccess: (isViewOnly) => onEvent({ type: 'access', isViewOnly }) },
  )
}

/** The same for the notifications of the person, and the meetings of the company. */
export function useLiveNotifications(onUpdate: (update: LiveUpdate) => void): void {
  useLiveSocket(null, onUpdate)
}

/** Whether an article was published after the page received the content with this hash. */
export function useIsOutdated(articleId: string, shownHash: string): boolean {
  const [published, setPublished] = useState({ hash: shownHash, shownHash })
  useLiveSocket(articleId, ignore, { onPublished: (hash) => setPublished({ hash, shownHash }) })
  // A hash that arrived beside other content may be older than this content.
  return published.shownHash === shownHash && published.hash !== shownHash
}

const ignore = () => undefined

/** Undefined means no listener. The socket and its code are loaded when the page is idle. */
function useLiveSocket(
  articleId: string | null | undefined,
  onUpdate: (update: LiveUpdate) => void,
  ofArticle?: ArticleListeners,
): void {
  const latest = useRef({ onUpdate, ofArticle })
  useEffect(() => {
    latest.current = { onUpdate, ofArticle }
  })
  useEffect(() => {
    if (articleId === undefined || readToken() === null) return
    let isOver = false
    let end = () => {}
    void whenIdle()
      .then(() => loadWithRetry(() => import('./live-socket.ts')))
      .then(({ liveSocket }) => {
        if (isOver) return
        end = liveSocket.listen(articleId, (update) => latest.current.onUpdate(update), {
          onPublished: (hash) => latest.current.ofArticle?.onPublished?.(hash),
          onAccess: (isViewOnly) => latest.current.ofArticle?.onAccess?.(isViewOnly),
        })
      })
    return () => {
      isOver = true
      end()
    }
  }, [articleId])
}
