import type { KeyScope } from '@knowreel/shared/catalogue/key-scopes.ts'
import { mayManageUsers } from '@knowreel/shared/company/company-user.rules.ts'
import type { CompanyRole, CompanyUserStatus } from '@knowreel/shared/company/company.calls.ts'

/** The caller: one live session or API key, which is one person in one company. */
export type Actor = {
  /** For an API key, its id. */
  readonly sessionId: string
  readonly userId: string
  readonly isSuperAdmin: boolean
  /** An operator is logged in as this person. */
  readonly isOperator?: boolean
  /** The call is made with an API key, which has only a part of the person's permissions. */
  readonly key?: ActorKey
  /** The session's company with the caller's membership; null until one is created or joined. */
  readonly company: ActorCompany | null
}

export type ActorKey = {
  readonly scope: KeyScope
  /** Null: all that the person sees. */
  readonly workspaceIds: readonly string[] | null
}

export type ActorCompany = {
  readonly id: string
  readonly isActivated: boolean
  readonly isPaid: boolean
  /** Billing is on for it, and set up in this installation. */
  readonly isBilling?: boolean
  readonly role: CompanyRole
  readonly status: CompanyUserStatus
}

/**
 * The caller's role in the session's company. Of deactivated members only a super admin gets here, and then counts as a
 * user.
 */
export const roleInCompany = (actor: Actor | null): CompanyRole =>
  actor?.company?.status === 'active' ? actor.company.role : 'user'

/** Super admins see the people of a company that they are active in; they change them by their role only. */
export const maySeePeople = (actor: Actor | null): boolean =>
  (actor?.isSuperAdmin === true && actor.company?.status === 'active') || mayManageUsers(roleInCompany(actor))

export const isCompanyAdmin = (actor: Actor | null): boolean => ['owner', 'admin'].includes(roleInCompany(actor))

/** The subject of rules about the session's company. */
export const loadActorCompany = (_db: unknown, actor: Actor | null): Promise<ActorCompany | null> =>
  Promise.resolve(actor?.company ?? null)

/** An actor whose company is active and who is active in it. */
export type Member = Actor & { readonly company: ActorCompany }

/** Whether the actor acts in this company; people of other companies see its public content as guests do. */
export const isColleague = (actor: Actor | null, { companyId }: { readonly companyId: string }): boolean =>
  actor?.company?.id === companyId
