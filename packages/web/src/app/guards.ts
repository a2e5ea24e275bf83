import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { readToken } from '../platform/session/session-token.ts'
import {
  destinationPath,
  parseDestination,
  readSegment,
  meQuery,
  signInPath,
  type SignInParams,
} from '../user/index.ts'

type GuardLocation = { location: { href: string } }
type GuardContext = { context: { queryClient: QueryClient } }

/** For pages that need a session: guests sign in and then return. */
export function needSession({ location }: GuardLocation): void {
  if (readToken() === null) throw redirect({ href: signInPath(location.href), replace: true })
}

/** For sign-in and similar pages: signed-in people are redirected home. */
export function guestsOnly(): void {
  if (readToken() !== null) throw redirect({ to: '/', replace: true })
}

type SignInMatch = { params: SignInParams & { token?: string } }

/**
 * For the sign-in page: a token in the URL starts a new session; signed-in people are redirected to its destination, in
 * the requested company if it is one of theirs.
 */
export async function redirectSignedIn({
  params,
  context,
  location: { href },
  preload,
}: SignInMatch & GuardContext & GuardLocation & { preload: boolean }): Promise<void> {
  if (preload || readToken() === null || readSegment(params.token) !== null) return
  const companyId = readSegment(params.companyId)
  if (companyId !== null) {
    const { openInCompany } = await import('./open-in-company.ts')
    await openInCompany(context.queryClient, companyId, href)
  }
  throw redirect({ href: await destinationPath(parseDestination(params)), replace: true })
}

type PathLocation = { location: { pathname: string } }

/** For the company settings: people who manage it, and super admins, who may see its people and groups. */
export async function managersOnly({ context }: GuardContext): Promise<void> {
  const { abilities, isSuperAdmin, company } = (await context.queryClient.ensureQueryData(meQuery)).user
  const maySeePeople = abilities.manageUsers || (isSuperAdmin && company?.status === 'active')
  if (!maySeePeople) throw redirect({ to: '/', replace: true })
}

/** The company's own profile; people who only manage or see its users are redirected to them. */
export async function companyEditorsOnly({ context }: GuardContext): Promise<void> {
  const { abilities } = (await context.queryClient.ensureQueryData(meQuery)).user
  if (!abilities.editCompany) throw redirect({ to: '/settings/users', replace: true })
}

/** The settings of the company's model: other managers are redirected to the company profile. */
export async function companyOwnersOnly({ context }: GuardContext): Promise<void> {
  const { company } = (await context.queryClient.ensureQueryData(meQuery)).user
  if (company?.role !== 'owner' || !company.isAiEnabled) throw redirect({ to: '/settings/company', replace: true })
}

export async function superAdminsOnly({ context }: GuardContext): Promise<void> {
  const { abilities } = (await context.queryClient.ensureQueryData(meQuery)).user
  if (!abilities.seeAdmin) throw redirect({ to: '/', replace: true })
}

/**
 * For the billing pages, by the decision table: without it they would appear for a moment to people without billing,
 * whom the frame redirects only after it is mounted.
 */
export async function followDecision({ context, location }: GuardContext & PathLocation): Promise<void> {
  const [me, { decideStatePage, membershipStateOf }] = await Promise.all([
    context.queryClient.ensureQueryData(meQuery),
    import('@knowreel/shared/company/company-state.rules.ts'),
  ])
  const decision = decideStatePage(membershipStateOf(me), location.pathname)
  if (decision.kind === 'go') throw redirect({ href: decision.to, replace: true })
}
