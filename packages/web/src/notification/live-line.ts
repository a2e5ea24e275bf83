// The one socket of a page on which the server says that something is new: notifications, and comments and reactions of the
// articles that the page watches. Nothing of the content travels there; who hears of something asks for it.
//
// closed → (a listener) → connecting → open → (the connection breaks) → waiting → connecting …; without listeners closed again.
// Each connection is opened with a ticket of its own. Whoever was away may have missed something, so every opening and
// every `watching` counts as news; while there is no socket, so does every 20 s. What happens while the page is hidden is told when it is looked at.
import type { LiveClientMessage, LiveServerMessage } from '@knowreel/shared/notification/live.protocol.ts'
import { ApiError } from '../platform/api/api-error.ts'

export type LiveNews = 'notification' | 'comments' | 'reactions'

export type LiveLineOptions = {
  /** Of `POST /user/ticket`, a new one for each connection. */
  readonly getTicket: () => Promise<string>
  /** The address of a socket that this ticket opens. */
  readonly addressOf: (ticket: string) => string
  readonly isHidden: () => boolean
  /** 0 to 1; for tests. */
  readonly random?: () => number
}

export type LiveLine = {
  /** Hears of notifications with null, else of what is new at that article (its long id). Gives what ends it. */
  readonly listen: (articleId: string | null, hear: (news: LiveNews) => void) => () => void
  /** The page has come into sight, or the network is back. */
  readonly wake: () => void
}

type Listener = { readonly articleId: string | null; readonly hear: (news: LiveNews) => void; missed: Set<LiveNews> }

export const pollMs = 20_000
const firstWaitMs = 1000
const longestWaitMs = 60_000
/** The server asks every 25 s whether we are there; pages in the background may look at their clock once a minute. */
const silenceMs = 90_000

const newsFor = (articleId: string | null): LiveNews[] =>
  articleId === null ? ['notification'] : ['comments', 'reactions']

export function openLiveLine({ getTicket, addressOf, isHidden, random = Math.random }: LiveLineOptions): LiveLine {
  const listeners = new Set<Listener>()
  let socket: WebSocket | null = null
  let isOpen = false
  /** Counts attempts, so that an answer to one that was given up changes nothing. */
  let attempt = 0
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let pollTimer: ReturnType<typeof setInterval> | undefined
  let isEnded = false

  const tell = (news: LiveNews, articleId: string | null) => {
    for (const listener of listeners) {
      if (listener.articleId !== articleId) continue
      if (isHidden()) listener.missed.add(news)
      else listener.hear(news)
    }
  }
  const tellOf = (articleId: string | null) => {
    for (const news of newsFor(articleId)) tell(news, articleId)
  }
  const tellAll = () => {
    for (const articleId of new Set([...listeners].map((listener) => listener.articleId))) tellOf(articleId)
  }
  const tellMissed = () => {
    for (const listener of listeners) {
      const { missed } = listener
      listener.missed = new Set()
      for (const news of missed) listener.hear(news)
    }
  }

  const isWatched = (articleId: string) => [...listeners].some((listener) => listener.articleId === articleId)
  const say = (message: LiveClientMessage) => {
    if (isOpen) socket?.send(JSON.stringify(message))
  }

  const hearMessage = (text: unknown) => {
    const message = readMessage(text)
    if (message?.type === 'ping') say({ type: 'pong' })
    else if (message?.type === 'notification') tell('notification', null)
    else if (message?.type === 'comments' || message?.type === 'reactions') tell(message.type, message.articleId)
    // From now on nothing is missed; before, something may have been.
    else if (message?.type === 'watching') tellOf(message.articleId)
  }

  const hangUp = () => {
    attempt += 1
    clearTimeout(retryTimer)
    clearTimeout(silenceTimer)
    isOpen = false
    socket?.close()
    socket = null
  }

  const retryLater = () => {
    hangUp()
    if (listeners.size === 0 || isEnded) return
    const wait = Math.min(firstWaitMs * 2 ** failures, longestWaitMs)
    failures += 1
    // Spread, so that all pages do not come back at once to a server that was started anew.
    retryTimer = setTimeout(() => void connect(), wait * (0.5 + random() / 2))
  }

  const connect = async () => {
    hangUp()
    const mine = attempt
    try {
      const ticket = await getTicket()
      if (mine !== attempt) return
      attend(new WebSocket(addressOf(ticket)))
    } catch (error) {
      if (mine !== attempt) return
      // The session is over; the next one begins with a line of its own.
      isEnded = error instanceof ApiError && error.status === 401
      retryLater()
    }
  }

  const attend = (ws: WebSocket) => {
    socket = ws
    const isMine = () => socket === ws
    const hear = () => {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(retryLater, silenceMs)
    }
    hear()
    ws.addEventListener('open', () => {
      if (!isMine()) return
      isOpen = true
      hear()
      for (const articleId of new Set([...listeners].flatMap((listener) => listener.articleId ?? [])))
        say({ type: 'watch', articleId })
      tellOf(null)
    })
    ws.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isMine()) return
      // Only who was heard is there: a proxy may open the connection and drop it at once, again and again.
      failures = 0
      hear()
      hearMessage(data)
    })
    ws.addEventListener('close', () => {
      if (isMine()) retryLater()
    })
  }

  const begin = () => {
    isEnded = false
    failures = 0
    pollTimer = setInterval(() => {
      if (!isOpen && !isHidden()) tellAll()
    }, pollMs)
    void connect()
  }

  return {
    listen(articleId, hear) {
      const listener: Listener = { articleId, hear, missed: new Set() }
      const isNew = articleId !== null && !isWatched(articleId)
      listeners.add(listener)
      if (listeners.size === 1) begin()
      else if (isNew) say({ type: 'watch', articleId })
      return () => {
        if (!listeners.delete(listener)) return
        if (listeners.size === 0) {
          clearInterval(pollTimer)
          hangUp()
        } else if (articleId !== null && !isWatched(articleId)) say({ type: 'unwatch', articleId })
      }
    },
    wake() {
      if (listeners.size === 0) return
      if (!isHidden()) tellMissed()
      if (socket === null && !isEnded) {
        failures = 0
        void connect()
      }
    },
  }
}

/** Of our own server; a newer one may say more. */
function readMessage(text: unknown): LiveServerMessage | null {
  if (typeof text !== 'string') return null
  try {
    return JSON.parse(text) as LiveServerMessage | null
  } catch {
    return null
  }
}
