/** Merges the pages of a long list of comments. */
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'

export type CommentList = {
  readonly comments: readonly Comment[]
  readonly isTruncated: boolean
  /** Cursor of the older ones; null if there are none. */
  readonly before: string | null
}

/** Adds the older page. Threads are complete in every page, so a reply may occur in two pages. */
export function withOlderPage(list: CommentList, older: CommentList): CommentList {
  const known = new Set(list.comments.map(({ id }) => id))
  const comments = [...older.comments.filter(({ id }) => !known.has(id)), ...list.comments]
  return { ...older, comments: comments.toSorted(compareByCreation) }
}

/** True if it reaches back as far as the known list. */
export function reachesBackTo(list: CommentList, known: CommentList | undefined): boolean {
  if (known === undefined || list.before === null) return true
  return known.before !== null && compareCursors(list.before, known.before) <= 0
}

/** True if it is not older than the range that was read. */
export function isInLoadedRange({ before }: CommentList, { createdAt, id }: CommentPosition): boolean {
  return before === null || compareCursors(`${Date.parse(createdAt)}_${id}`, before) >= 0
}

type CommentPosition = { readonly createdAt: string; readonly id: string }

const compareByCreation = (one: CommentPosition, other: CommentPosition): number =>
  compareIds(one.createdAt, other.createdAt) || compareIds(one.id, other.id)

/** Cursors consist of milliseconds and an id (see the server's comment.routes.ts). */
function compareCursors(one: string, other: string): number {
  const [oneTime = '', oneId = ''] = one.split('_')
  const [otherTime = '', otherId = ''] = other.split('_')
  return Number(oneTime) - Number(otherTime) || compareIds(oneId, otherId)
}

const compareIds = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
