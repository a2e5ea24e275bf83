import { queryOptions } from '@tanstack/react-query'
import type { ArticleReaction } from '@knowreel/shared/comment/comment.wire.ts'
import { api } from '../../platform/api/api.ts'

export const reactionKeys = {
  list: (articleId: string) => ['reaction', articleId, 'list'] as const,
  react: (articleId: string) => ['reaction', articleId, 'react'] as const,
  remove: (articleId: string) => ['reaction', articleId, 'take-back'] as const,
}

/** Reactions of an article or a draft, by its long id. A failure shows no message. */
export const reactionsQuery = (articleId: string) =>
  queryOptions({
    queryKey: reactionKeys.list(articleId),
    queryFn: ({ signal }): Promise<readonly ArticleReaction[]> =>
      api.reaction.list({ params: { id: articleId } }, { signal }).then(({ reactions }) => reactions),
    // Reactions made in a draft appear when it is published.
    staleTime: 0,
    meta: { isErrorShown: true },
  })
