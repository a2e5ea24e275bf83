import { useEffect, useEffectEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'

const recheckMs = 10_000

/** Calls back once the current company, which is deactivated now, is active again. */
export function useCompanyActivation(isDeactivated: boolean, onActivated: () => void): void {
  const { data } = useQuery({
    queryKey: ['company', 'status'],
    queryFn: ({ signal }) => api.company.status({}, { signal }),
    enabled: isDeactivated,
    staleTime: 0,
    refetchInterval: recheckMs,
    meta: { isErrorShown: true },
  })
  const report = useEffectEvent(onActivated)
  const isActivated = isDeactivated && data?.isActivated === true
  useEffect(() => {
    if (isActivated) report()
  }, [isActivated])
}
