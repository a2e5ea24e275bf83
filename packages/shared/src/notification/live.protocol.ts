// The messages on `/live?token={ticket}`, beside those of socket/session-socket.ts.
//
// Messages say only that something changed; the page then fetches it. A page watches the articles that it shows. Once it
// has received `watching`, every change is reported. For an article that the person cannot see, or can no
// longer see, the server sends `unwatched` and nothing else. After the server lost its connection to the database, it
// reports everything as new.
//
// `watching` names the published content by its hash, and so does `published` a few seconds after a publish: the server
// compares the hash at each access check. A page that shows other content is out of date. `watching` also says whether
// the article is shared with the person for viewing only, and so does `access` when this changes.
import * as z from 'zod'

/** Articles that one socket may watch. */
export const MAX_WATCHED_ARTICLES = 20

/** The long or the short id; the server answers with the one that it received. */
const articleId = z.string().min(1).max(64)

export const liveClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('watch'), articleId }),
  z.object({ type: z.literal('unwatch'), articleId }),
])
export type LiveClientMessage = z.infer<typeof liveClientMessage>

/** The parts of an article that can change. */
export const liveSubjects = ['comments', 'reactions'] as const
export type LiveSubject = (typeof liveSubjects)[number]

export type LiveServerMessage =
  | { readonly type: 'notification' }
  /** Meetings of the company changed; the page fetches those that the person sees. */
  | { readonly type: 'meetings' }
  | { readonly type: LiveSubject; readonly articleId: string }
  /** `hash` as in `GET /article/{id}`; null for a draft. */
  | {
      readonly type: 'watching'
      readonly articleId: string
      readonly hash: string | null
      readonly isViewOnly: boolean
    }
  | { readonly type: 'published'; readonly articleId: string; readonly hash: string | null }
  | { readonly type: 'access'; readonly articleId: string; readonly isViewOnly: boolean }
  | { readonly type: 'unwatched'; readonly articleId: string }
