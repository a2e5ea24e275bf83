/**
 * The first step of every change to a company's people: locks the company, and reads the actor and the target again,
 * because both may have changed since access was checked.
 */
import {
  companyUserAbilities,
  mayManageUsers,
  type CompanyUserAbilities,
} from '@knowreel/shared/company/company-user.rules.ts'
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Actor, ActorCompany } from '../access/index.ts'
import { findMembership, lockCompany, type Membership } from '../company/index.ts'
import type { Trx } from '../platform/database/db.ts'
import { findMember } from './company-user.queries.ts'

/** An actor who manages people and has a company; permission rules pass any actor to their handlers. */
export type ManagerActor = Actor & { readonly company: ActorCompany }

export function requireCompany(actor: Actor | null): asserts actor is ManagerActor {
  if (actor?.company == null) throw new AppError('no_company')
}

export type LockedCompany = {
  readonly id: string
  readonly title: string
  readonly ownerId: string
  readonly role: CompanyRole
}

/** Locks the company and returns the actor's current role. */
export async function lockForManager(trx: Trx, actor: ManagerActor): Promise<LockedCompany> {
  const company = await lockCompany(trx, actor.company.id)
  if (company === null) throw new AppError('not_found')
  const own = await findMembership(trx, { companyId: company.id, userId: actor.userId })
  if (own === null || own.status !== 'active' || !mayManageUsers(own.role)) throw new AppError('forbidden')
  return { ...company, role: own.role }
}

export type ManagedMember = {
  readonly company: LockedCompany
  readonly member: Membership
  readonly abilities: CompanyUserAbilities
}

export async function lockManagedMember(trx: Trx, actor: ManagerActor, userId: string): Promise<ManagedMember> {
  const company = await lockForManager(trx, actor)
  const member = await findMember(trx, company.id, userId)
  if (member === null) throw new AppError('not_found')
  return { company, member, abilities: companyUserAbilities({ userId: actor.userId, role: company.role }, member) }
}
