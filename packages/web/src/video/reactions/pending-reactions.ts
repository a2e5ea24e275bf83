import type { ArticleReaction } from '@knowreel/shared/comment/comment.wire.ts'

/**
 * The fetched reactions plus the pending ones, minus those being removed. A pending reaction may already be in the
 * response; it is not shown twice. Pure.
 */
export function withPendingReactions(
  known: readonly ArticleReaction[],
  wishes: readonly ArticleReaction[],
  removals: readonly string[],
): readonly ArticleReaction[] {
  if (wishes.length === 0 && removals.length === 0) return known
  const arrived = new Set(known.map(reactionKey))
  const kept = known.filter(({ id }) => !removals.includes(id))
  return [...kept, ...wishes.filter((wish) => !arrived.has(reactionKey(wish)))]
}

/** Identifies a pending reaction in the response; nobody gives the same emoji to one moment twice at a time. */
const reactionKey = ({ icon, paragraphId, time, user }: ArticleReaction): string =>
  [icon, paragraphId, time, user?.id].join(' ')
