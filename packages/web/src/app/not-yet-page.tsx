import { useMatches } from '@tanstack/react-router'
import { NotYet } from '../ui/not-yet.tsx'
import { readToken } from '../platform/session/session-token.ts'

/** A page of a later version, named by its route. */
export function NotYetPage() {
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.name })
  return <NotYet name={name ?? 'This page'} isGuest={readToken() === null} />
}
