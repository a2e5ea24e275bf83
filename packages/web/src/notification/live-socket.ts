/**
 * The one socket of a page on which the server reports updates: notifications, meetings, and comments, reactions and
 * publishes of the articles that the page watches. It carries no content; listeners fetch it.
 *
 * The socket is open while there is a listener. A disconnected page may have missed something, so every connection and
 * every `watching` counts as an update, and so does every 20 s without a connection. Updates while the page is hidden
 * are reported once it is visible.
 */
import type { LiveClientMessage, LiveServerMessage } from '@knowreel/shared/notification/live.protocol.ts'
import { LIVE_PATH } from '@knowreel/shared/socket/session-socket.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { api } from '../platform/api/api.ts'
import { handleSessionError } from '../platform/api/handle-error.ts'
import { openReconnectingSocket, type ReconnectingSocket, ticketUrl } from '../platform/sockets/reconnecting-socket.ts'
import { pollMs } from './notification.queries.ts'

export type LiveUpdate = 'notification' | 'meetings' | 'comments' | 'reactions'

export type LiveSocketOptions = {
  /** From `POST /user/ticket`, a new one for each connection. */
  readonly getTicket: () => Promise<string>
  /** The URL of a socket that this ticket opens. */
  readonly urlFor: (ticket: string) => string
  /** 0 to 1; for tests. */
  readonly random?: () => number
}

/** Receive the state of an article, at first and after each change. */
export type ArticleListeners = {
  /** The hash of its published content. */
  readonly onPublished?: (hash: string) => void
  readonly onAccess?: (isViewOnly: boolean) => void
}

export type LiveSocket = {
  /**
   * With null, listens to notifications and meetings; otherwise to the article with this long id. Returns the function that stops
   * it.
   */
  readonly listen: (
    articleId: string | null,
    onUpdate: (update: LiveUpdate) => void,
    ofArticle?: ArticleListeners,
  ) => () => void
}

type Listener = ArticleListeners & {
  readonly articleId: string | null
  readonly onUpdate: (update: LiveUpdate) => void
  missedUpdates: Set<LiveUpdate>
}

const updatesFor = (articleId: string | null): LiveUpdate[] =>
  articleId === null ? ['notification'] : ['comments', 'reactions']

const isPageHidden = () => document.visibilityState === 'hidden'

export function createLiveSocket({ getTicket, urlFor, random }: LiveSocketOptions): LiveSocket {
  const listeners = new Set<Listener>()
  /** By watched article, for listeners that are added after the server has said it. */
  const viewOnly = new Map<string, boolean>()
  let socket: ReconnectingSocket | null = null
  let pollTimer: ReturnType<typeof setInterval> | undefined

  const notify = (update: LiveUpdate, articleId: string | null) => {
    for (const listener of listeners) {
      if (listener.articleId !== articleId) continue
      if (isPageHidden()) listener.missedUpdates.add(update)
      else listener.onUpdate(update)
    }
  }
  const notifyOf = (articleId: string | null) => {
    for (const update of updatesFor(articleId)) notify(update, articleId)
  }
  const notifyOfPublish = (articleId: string, hash: string | null) => {
    if (hash === null) return
    for (const listener of listeners) if (listener.articleId === articleId) listener.onPublished?.(hash)
  }
  const notifyOfAccess = (articleId: string, isViewOnly: boolean) => {
    viewOnly.set(articleId, isViewOnly)
    for (const listener of listeners) if (listener.articleId === articleId) listener.onAccess?.(isViewOnly)
  }
  const notifyOfMissed = () => {
    if (isPageHidden()) return
    for (const listener of listeners) {
      const { missedUpdates } = listener
      listener.missedUpdates = new Set()
      for (const update of missedUpdates) listener.onUpdate(update)
    }
  }

  const articleIds = () => new Set([...listeners].map(({ articleId }) => articleId))
  const isWatched = (articleId: string) => articleIds().has(articleId)
  const send = (message: LiveClientMessage) => socket?.send(message)

  const onMessage = (message: LiveServerMessage) => {
    if (message.type === 'notification' || message.type === 'meetings') notify(message.type, null)
    else if (message.type === 'comments' || message.type === 'reactions') notify(message.type, message.articleId)
    // Nothing is missed from here on; before, something may have been.
    else if (message.type === 'watching') {
      notifyOf(message.articleId)
      notifyOfPublish(message.articleId, message.hash)
      notifyOfAccess(message.articleId, message.isViewOnly)
    } else if (message.type === 'published') notifyOfPublish(message.articleId, message.hash)
    else if (message.type === 'access') notifyOfAccess(message.articleId, message.isViewOnly)
  }

  const begin = () => {
    pollTimer = setInterval(() => {
      if (!socket?.isConnected && !isPageHidden()) for (const articleId of articleIds()) notifyOf(articleId)
    }, pollMs)
    document.addEventListener('visibilitychange', notifyOfMissed)
    socket = openReconnectingSocket<LiveServerMessage>({
      kind: () => 'live',
      format: 'json',
      getUrl: async () => urlFor(await getTicket()),
      // The session has ended; the next one starts with a new page.
      isRetryable: (error) => !(error instanceof ApiError && error.status === 401),
      onEnded(end) {
        if ('error' in end) handleSessionError(end.error)
      },
      onConnected() {
        for (const articleId of articleIds()) if (articleId !== null) send({ type: 'watch', articleId })
        notifyOf(null)
      },
      onMessage,
      random,
    })
  }
  const end = () => {
    clearInterval(pollTimer)
    document.removeEventListener('visibilitychange', notifyOfMissed)
    socket?.close()
    socket = null
    viewOnly.clear()
  }

  return {
    listen(articleId, onUpdate, ofArticle) {
      const listener: Listener = { ...ofArticle, articleId, onUpdate, missedUpdates: new Set() }
      const isNew = articleId !== null && !isWatched(articleId)
      listeners.add(listener)
      if (listeners.size === 1) begin()
      else if (isNew) send({ type: 'watch', articleId })
      const isViewOnly = articleId === null ? undefined : viewOnly.get(articleId)
      if (isViewOnly !== undefined) ofArticle?.onAccess?.(isViewOnly)
      return () => {
        if (!listeners.delete(listener)) return
        if (listeners.size === 0) return end()
        if (articleId === null || isWatched(articleId)) return
        viewOnly.delete(articleId)
        send({ type: 'unwatch', articleId })
      }
    },
  }
}

/** One socket for all listeners of this page. */
export const liveSocket = createLiveSocket({
  getTicket: async () => (await api.session.ticket()).token,
  urlFor: (ticket) => ticketUrl(LIVE_PATH, ticket),
})
