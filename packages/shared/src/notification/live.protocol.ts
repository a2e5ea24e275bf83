// What client and server say to each other on `/live?token={ticket}`, in JSON text frames. The ticket is that of
// `POST /user/ticket`, good for one socket.
//
// The server says that something is new, never what: whoever hears of it asks for it by the call that gives it. A page
// watches the articles it shows; `watching` tells from when on nothing is missed. Whoever cannot see an article, or cannot
// any more, hears `unwatched` and nothing else of it. After a gap (the server lost its own line) everything is said to be new.
//
// Either side may send `ping` and is answered with `pong`; a side that has heard nothing for 60 s closes. The codes of
// closing are those of streams: 3002 with the reason for whoever has no right to be here, 3000 for silence, 1012 for a restart.
import * as z from 'zod'

export { LIVE_PATH, MOST_WATCHED } from './live-address.ts'

/** As in addresses: the long or the short id; the server answers with the one it was given. */
const articleId = z.string().min(1).max(64)

export const liveClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('watch'), articleId }),
  z.object({ type: z.literal('unwatch'), articleId }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
])
export type LiveClientMessage = z.infer<typeof liveClientMessage>

/** What can be new about an article. */
export const liveSubjects = ['comments', 'reactions'] as const
export type LiveSubject = (typeof liveSubjects)[number]

export type LiveServerMessage =
  | { readonly type: 'notification' }
  | { readonly type: LiveSubject; readonly articleId: string }
  | { readonly type: 'watching' | 'unwatched'; readonly articleId: string }
  | { readonly type: 'ping' | 'pong' }
