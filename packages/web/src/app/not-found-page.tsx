import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageMain } from '../ui/page-frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'

export function NotFoundPage() {
  usePageTitle('Not found')
  return (
    <PageMain>
      <EmptyState drawing="lost" title="Page not found" text="There is nothing at this address. It may have moved.">
        <LinkButton to="/">Back to home</LinkButton>
      </EmptyState>
    </PageMain>
  )
}
