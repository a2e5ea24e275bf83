/** How the pages of a long list of comments become one list. */
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'

export type CommentList = {
  readonly comments: readonly Comment[]
  readonly isTruncated: boolean
  /** Where the older ones begin; null when there are none. */
  readonly before: string | null
}

/** With the older ones behind it. Threads are given whole, so the same answer may come with two pages. */
export function withPage(list: CommentList, older: CommentList): CommentList {
  const known = new Set(list.comments.map(({ id }) => id))
  const comments = [...older.comments.filter(({ id }) => !known.has(id)), ...list.comments]
  return { ...older, comments: comments.toSorted(compareAges) }
}

/** Reaches back as far as what was read before. */
export function isDeepEnough(list: CommentList, known: CommentList | undefined): boolean {
  if (known === undefined || list.before === null) return true
  return known.before !== null && comparePlaces(list.before, known.before) <= 0
}

/** Not older than what the list has been read to. */
export function isWithin({ before }: CommentList, { createdAt, id }: Aged): boolean {
  return before === null || comparePlaces(`${Date.parse(createdAt)}_${id}`, before) >= 0
}

type Aged = { readonly createdAt: string; readonly id: string }

const compareAges = (one: Aged, other: Aged): number =>
  compare(one.createdAt, other.createdAt) || compare(one.id, other.id)

/** Places are milliseconds and an id (see the server's page-place.ts). */
function comparePlaces(one: string, other: string): number {
  const [oneTime = '', oneId = ''] = one.split('_')
  const [otherTime = '', otherId = ''] = other.split('_')
  return Number(oneTime) - Number(otherTime) || compare(oneId, otherId)
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
