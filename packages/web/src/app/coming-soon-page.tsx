import { useMatches } from '@tanstack/react-router'
import { readToken } from '../platform/session/session-token.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import * as texts from './texts.ts'

/** A page of a later version, named by its route. */
export function ComingSoonPage() {
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.name })
  return <ComingSoon name={name ?? texts.thisPage} isGuest={readToken() === null} />
}

type ComingSoonProps = { /** The name that people use for the page. */ name: string; isGuest?: boolean }

/** Placeholder for a screen of a later version, with a way back. */
function ComingSoon({ name, isGuest = false }: ComingSoonProps) {
  usePageTitle(name)
  return (
    <PageMain>
      <EmptyState drawing="notYet" title={name} text={texts.thisIsntAvailableYet}>
        {isGuest ? (
          <LinkButton to="/login/{-$token}/{-$articleId}/{-$companyId}/{-$destination}">
            {texts.backToSignIn}
          </LinkButton>
        ) : (
          <LinkButton to="/">{texts.backToHome}</LinkButton>
        )}
      </EmptyState>
    </PageMain>
  )
}
