import type { ArticleReaction } from '@knowreel/shared/comment/comment.wire.ts'

/**
 * The fetched reactions plus the pending ones, minus those being removed. A pending reaction may already be in the
 * response; it is not shown twice. Pure.
 */
export function withPendingReactions(
  known: readonly ArticleReaction[],
  pending: readonly ArticleReaction[],
  removals: readonly string[],
): readonly ArticleReaction[] {
  if (pending.length === 0 && removals.length === 0) return known
  const arrived = new Set(known.map(reactionKey))
  const kept = known.filter(({ id }) => !removals.includes(id))
  return [...kept, ...pending.filter((reaction) => !arrived.has(reactionKey(reaction)))]
}

/** Identifies a pending reaction in the response; nobody gives the same emoji to one moment twice at a time. */
const reactionKey = ({ icon, paragraphId, time, user }: ArticleReaction): string =>
  [icon, paragraphId, time, user?.id].join(' ')
