import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Review } from '@knowreel/shared/review/review.calls.ts'
import { api } from '../platform/api/api.ts'

export const reviewQuery = (articleId: string) =>
  queryOptions({
    queryKey: ['review', articleId],
    queryFn: async ({ signal }) => (await api.review.get({ params: { id: articleId } }, { signal })).review,
    staleTime: 60_000,
    // Without it, the article is read as before.
    meta: { isErrorShown: true },
  })

type ReviewChange =
  | { readonly kind: 'confirm' | 'remove' }
  | { readonly kind: 'save'; readonly body: Parameters<typeof api.review.save>[0]['body'] }

export function useChangeReview(articleId: string) {
  const queryClient = useQueryClient()
  const params = { id: articleId }
  return useMutation({
    async mutationFn(change: ReviewChange): Promise<Review | null> {
      if (change.kind === 'save') return (await api.review.save({ params, body: change.body })).review
      if (change.kind === 'confirm') return (await api.review.confirm({ params })).review
      await api.review.remove({ params })
      return null
    },
    onSuccess: (review) => queryClient.setQueryData(reviewQuery(articleId).queryKey, review),
  })
}
