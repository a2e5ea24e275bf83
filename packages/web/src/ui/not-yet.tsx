import { EmptyState } from './empty-state.tsx'
import { LinkButton } from './link-button.tsx'
import { PageMain } from './page-frame.tsx'
import { usePageTitle } from './page-title.ts'

type NotYetProps = { /** What people call the page. */ name: string; isGuest?: boolean }

/** Stands where a later version puts a screen, says so, and shows the way back. */
export function NotYet({ name, isGuest = false }: NotYetProps) {
  usePageTitle(name)
  return (
    <PageMain>
      <EmptyState drawing="notYet" title={name} text="This is not in this version of Knowreel yet.">
        {isGuest ? (
          <LinkButton to="/login/{-$token}/{-$articleId}/{-$companyId}/{-$destination}">Back to sign in</LinkButton>
        ) : (
          <LinkButton to="/">Back to home</LinkButton>
        )}
      </EmptyState>
    </PageMain>
  )
}
