import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { readToken } from '../platform/session/session-token.ts'
import { addressOf, destinationOf, readSegment, meQuery, signInAddress, type SignInParts } from '../user/index.ts'

type Place = { location: { href: string } }

/** For pages that need a session: guests sign in and then return. */
export function needSession({ location }: Place): void {
  if (readToken() === null) throw redirect({ href: signInAddress(location.href), replace: true })
}

/** For sign-in and similar pages: signed-in people are redirected home. */
export function guestsOnly(): void {
  if (readToken() !== null) throw redirect({ to: '/', replace: true })
}

type SignInPlace = { params: SignInParts & { token?: string } }

/** For the sign-in page: a token in the URL signs in anew; signed-in people are redirected to its destination. */
export async function notSignedIn({ params }: SignInPlace): Promise<void> {
  if (readToken() === null || readSegment(params.token) !== null) return
  throw redirect({ href: await addressOf(destinationOf(params)), replace: true })
}

type WithQueries = { context: { queryClient: QueryClient } }

/** For the company settings: people who manage it, and super admins. */
export async function managersOnly({ context }: WithQueries): Promise<void> {
  const { abilities, isSuperAdmin } = (await context.queryClient.ensureQueryData(meQuery)).user
  if (!abilities.manageUsers && !isSuperAdmin) throw redirect({ to: '/', replace: true })
}

/** The company's own profile; people who only manage its users are redirected to them. */
export async function companyEditorsOnly({ context }: WithQueries): Promise<void> {
  const { abilities, isSuperAdmin } = (await context.queryClient.ensureQueryData(meQuery)).user
  if (!abilities.editCompany && !isSuperAdmin) throw redirect({ to: '/settings/users', replace: true })
}

export async function superAdminsOnly({ context }: WithQueries): Promise<void> {
  const { abilities } = (await context.queryClient.ensureQueryData(meQuery)).user
  if (!abilities.seeAdmin) throw redirect({ to: '/', replace: true })
}
