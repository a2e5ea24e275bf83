import { EmptyState } from '../ui/page/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'

export function NotFoundPage() {
  usePageTitle('Not found')
  return (
    <PageMain>
      <EmptyState drawing="lost" title="Page not found" text="This page doesn’t exist. It may have moved.">
        <LinkButton to="/">Back to home</LinkButton>
      </EmptyState>
    </PageMain>
  )
}
