import { lazy, Suspense } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'

const SocialButtons = lazy(() => import('./social-buttons.tsx').then((module) => ({ default: module.SocialButtons })))

/** Asked for by the script in index.html already, so that the buttons stand there when the form does. */
const providersQuery = queryOptions({
  queryKey: ['sign-in', 'providers'],
  queryFn: ({ signal }) => api.session.providers({}, { signal }),
  staleTime: Infinity,
})

/** Whom one can sign in with beside a password; nothing where the installation knows nobody, or they cannot be asked for. */
export function SocialChoice() {
  const { data } = useQuery(providersQuery)
  if (data === undefined || data.providers.length === 0) return null
  return (
    <Suspense fallback={null}>
      <SocialButtons providers={data.providers} />
    </Suspense>
  )
}
