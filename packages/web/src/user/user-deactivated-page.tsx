import { EmptyState } from '../ui/empty-state.tsx'
import { PageMain } from '../ui/page-frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { SignOutButton } from './sign-out-button.tsx'

export function UserDeactivatedPage() {
  usePageTitle('Account deactivated')
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
