import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../platform/api/api.ts'
import { useMe } from '../user/index.ts'

const aiStatusQuery = queryOptions({
  queryKey: ['ai', 'status'],
  queryFn: ({ signal }) => api.ai.status({}, { signal }),
  staleTime: 60_000,
  meta: { isErrorShown: true },
})

type AiAvailability = { readonly isEnabled: boolean; readonly hasText: boolean; readonly hasImages: boolean }

const unavailable: AiAvailability = { isEnabled: false, hasText: false, hasImages: false }

/** Whether the company may use AI, without a request. */
export const useAiEnabled = (): boolean => useMe()?.user.company?.isAiEnabled === true

/** The abilities of the company's models; requested only where AI is on. */
export function useAiStatus(): AiAvailability {
  const isEnabled = useAiEnabled()
  const { data } = useQuery({ ...aiStatusQuery, enabled: isEnabled })
  return isEnabled && data ? data : unavailable
}
