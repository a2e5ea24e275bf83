import { EmptyState } from '../ui/page/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import * as texts from './texts.ts'

export function NotFoundPage() {
  usePageTitle(texts.notFound)
  return (
    <PageMain>
      <EmptyState drawing="lost" title={texts.pageNotFound} text={texts.thisPageDoesntExistIt}>
        <LinkButton to="/">{texts.backToHome}</LinkButton>
      </EmptyState>
    </PageMain>
  )
}
