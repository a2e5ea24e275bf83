import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { readToken } from '../platform/session/session-token.ts'
import { sharedRoute } from '../share/shared-address.ts'
import { addressOf, destinationOf, givenPart, meQuery, signInAddress, type SignInParts } from '../user/index.ts'

type Place = { location: { href: string } }

/** For pages that need a session: guests go to sign in and come back after. */
export function needSession({ location }: Place): void {
  if (readToken() === null) throw redirect({ href: signInAddress(location.href), replace: true })
}

type SharedPlace = Place & { params: { sharedToken: string; accessType?: string } }

/** For shared pages: a private one needs a session, and there is no third kind. */
export function namedOnly({ params, location }: SharedPlace): void {
  if (params.accessType === 'private') return needSession({ location })
  if (params.accessType === undefined) return
  throw redirect({
    to: sharedRoute,
    params: { sharedToken: params.sharedToken, accessType: undefined },
    replace: true,
  })
}

/** For sign-in and the like: who is signed in already goes home. */
export function guestsOnly(): void {
  if (readToken() !== null) throw redirect({ to: '/', replace: true })
}

type SignInPlace = { params: SignInParts & { token?: string } }

/** For the sign-in page: a token of the address signs in anew; who is signed in already goes where it leads. */
export async function notSignedIn({ params }: SignInPlace): Promise<void> {
  if (readToken() === null || givenPart(params.token) !== null) return
  throw redirect({ href: await addressOf(destinationOf(params)), replace: true })
}

type WithQueries = { context: { queryClient: QueryClient } }

/** For the settings of the company: those who look after it, and super admins. */
export async function managersOnly({ context }: WithQueries): Promise<void> {
  const { abilities, isSuperAdmin } = (await context.queryClient.ensureQueryData(meQuery)).user
  if (!abilities.manageUsers && !isSuperAdmin) throw redirect({ to: '/', replace: true })
}

/** The company's own profile; whoever looks after its people alone goes to them. */
export async function companyEditorsOnly({ context }: WithQueries): Promise<void> {
  const { abilities, isSuperAdmin } = (await context.queryClient.ensureQueryData(meQuery)).user
  if (!abilities.editCompany && !isSuperAdmin) throw redirect({ to: '/settings/users', replace: true })
}

export async function superAdminsOnly({ context }: WithQueries): Promise<void> {
  const { abilities } = (await context.queryClient.ensureQueryData(meQuery)).user
  if (!abilities.seeAdmin) throw redirect({ to: '/', replace: true })
}
