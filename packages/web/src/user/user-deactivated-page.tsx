import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageMain } from '../ui/page-frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { meQuery } from './session.queries.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** Shown to those who are deactivated; whoever is active in an active company has no business here. */
export function UserDeactivatedPage() {
  usePageTitle('Account deactivated')
  const { data } = useQuery({ ...meQuery, staleTime: 0 })
  const company = data?.user.company
  if (company?.isActivated && company.status === 'active') return <Navigate to="/" replace />
  return (
    <PageMain>
      <EmptyState
        drawing="locked"
        title="Your account is deactivated"
        text="An administrator of your company can activate it again."
      >
        <SignOutButton />
      </EmptyState>
    </PageMain>
  )
}
