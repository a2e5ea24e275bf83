/** Groups, filters and orders comments. */
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'

/** Pending comments were sent and are not stored yet. */
export type ShownComment = Comment & { readonly isPending?: true }

/** A comment with its replies, oldest first. */
export type Thread = { readonly root: ShownComment; readonly replies: readonly ShownComment[] }

export type ThreadFilter = {
  readonly state: 'open' | 'resolved' | 'all'
  readonly involvement: 'everyone' | 'mine' | 'mentions'
}
export type ThreadOrder = 'newest' | 'article'

export const noFilter: ThreadFilter = { state: 'all', involvement: 'everyone' }

/** A reply whose comment is missing becomes its own thread, so that nothing is left out. */
export function buildThreads(comments: readonly ShownComment[]): Thread[] {
  const ids = new Set(comments.map(({ id }) => id))
  const replies = new Map<string, ShownComment[]>()
  const roots: ShownComment[] = []
  for (const comment of comments) {
    if (comment.parentId === null || !ids.has(comment.parentId)) {
      roots.push(comment)
      continue
    }
    const known = replies.get(comment.parentId)
    if (known) known.push(comment)
    else replies.set(comment.parentId, [comment])
  }
  return roots.map((root) => ({ root, replies: replies.get(root.id) ?? [] }))
}

export function filterThreads(threads: readonly Thread[], filter: ThreadFilter, userId: string | null): Thread[] {
  return threads.filter(({ root, replies }) => {
    if (filter.state !== 'all' && (root.resolvedAt !== null) !== (filter.state === 'resolved')) return false
    if (filter.involvement === 'everyone') return true
    return [root, ...replies].some((one) =>
      filter.involvement === 'mine' ? one.userId === userId : one.content.includes(`data-mention="${userId}"`),
    )
  })
}

/** True for a moment of the recording that is still played. */
export const isStillPlayed = ({ isTimed, anchor }: Comment): boolean => isTimed && anchor !== null

/** Newest first; or in the order of the recording, followed by untimed ones, oldest first. */
export function sortThreads(threads: readonly Thread[], order: ThreadOrder): Thread[] {
  if (order === 'newest') return threads.toSorted((one, other) => compareByCreation(other, one))
  return threads.toSorted((one, other) => {
    const [isOneTimed, isOtherTimed] = [isStillPlayed(one.root), isStillPlayed(other.root)]
    if (isOneTimed !== isOtherTimed) return isOneTimed ? -1 : 1
    const byTime = isOneTimed ? one.root.timestamp - other.root.timestamp : 0
    return byTime || compareByCreation(one, other)
  })
}

/** A pending comment is the newest, whatever the browser's clock says. */
const compareByCreation = (one: Thread, other: Thread): number =>
  Number(one.root.isPending === true) - Number(other.root.isPending === true) || compareTimes(one, other)

const compareTimes = (one: Thread, other: Thread): number =>
  one.root.createdAt < other.root.createdAt ? -1 : one.root.createdAt > other.root.createdAt ? 1 : 0

/** The first comment of the thread that contains the comment or reply. */
export const findRootId = (threads: readonly Thread[], id: string): string | null =>
  threads.find(({ root, replies }) => root.id === id || replies.some((reply) => reply.id === id))?.root.id ?? null
