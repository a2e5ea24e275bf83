import type { ArticleReaction } from '@knowreel/shared/comment/comment.wire.ts'

/**
 * The reactions of an answer, with those that are on their way to the server and without those that are being taken back. An
 * answer may already hold what is still waited for: it is not shown twice. Pure.
 */
export function withWishes(
  known: readonly ArticleReaction[],
  wishes: readonly ArticleReaction[],
  removals: readonly string[],
): readonly ArticleReaction[] {
  if (wishes.length === 0 && removals.length === 0) return known
  const arrived = new Set(known.map(nameOf))
  const kept = known.filter(({ id }) => !removals.includes(id))
  return [...kept, ...wishes.filter((wish) => !arrived.has(nameOf(wish)))]
}

/** By what a wish and its answer are the same; nobody gives one moment the same emoji twice at once. */
const nameOf = ({ icon, paragraphId, time, user }: ArticleReaction): string =>
  [icon, paragraphId, time, user?.id].join(' ')
