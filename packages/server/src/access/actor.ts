import type { CompanyRole, CompanyUserStatus } from '@knowreel/shared/company/company.calls.ts'

/** Who calls: one live session, which is one person in one company at a time. */
export type Actor = {
  readonly sessionId: string
  readonly userId: string
  readonly isSuperAdmin: boolean
  /** The company the session stands in, with the caller's membership; null until one is created or joined. */
  readonly company: ActorCompany | null
}

export type ActorCompany = {
  readonly id: string
  readonly isActivated: boolean
  readonly isPaid: boolean
  readonly role: CompanyRole
  readonly status: CompanyUserStatus
}

/**
 * The role that counts in the company the session stands in. Only a super admin gets as far as here while deactivated, and
 * then has no more say than anybody.
 */
export const roleInCompany = (actor: Actor | null): CompanyRole =>
  actor?.company?.status === 'active' ? actor.company.role : 'user'

/** An actor whose company is active and who is active in it. */
export type Member = Actor & { readonly company: ActorCompany }
