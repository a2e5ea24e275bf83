import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageMain } from '../ui/page-frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { SignOutButton, meQuery } from '../user/index.ts'

const recheckMs = 15_000

/** Shown while the company is deactivated; leads home by itself as soon as it is active again. */
export function InactivePage() {
  usePageTitle('Company deactivated')
  const { data } = useQuery({ ...meQuery, staleTime: 0, refetchInterval: recheckMs })
  const company = data?.user.company
  if (company?.isActivated) return <Navigate to="/" replace />
  const canRenew = data?.user.role === 'owner' || data?.user.role === 'admin'
  return (
    <PageMain>
      <EmptyState
        drawing="locked"
        title={company ? `${company.title} is deactivated` : 'The company is deactivated'}
        text={
          canRenew ? 'Update the subscription in the company settings to go on.' : 'Please contact your administrator.'
        }
      >
        <SignOutButton />
      </EmptyState>
    </PageMain>
  )
}
