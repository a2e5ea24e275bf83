/**
 * The permissions for managing the people of a company. Pure: the server evaluates these rules on locked rows,
 * responses carry the results.
 */
import { companyRoles, type CompanyRole, type CompanyUserStatus } from './company.calls.ts'

export type Manager = { readonly userId: string; readonly role: CompanyRole }
export type ManagedMember = {
  readonly userId: string
  readonly role: CompanyRole
  readonly status: CompanyUserStatus
}

export type CompanyUserAbilities = { setStatus: boolean; remove: boolean; roles: CompanyRole[] }

const rank = (role: CompanyRole): number => companyRoles.indexOf(role)

/** Owner, admin and moderator: document 2 of the spec calls them admin-type roles. */
export const mayManageUsers = (role: CompanyRole): boolean => rank(role) >= rank('moderator')

/** Moderators neither remove people nor withdraw invitations. */
export const mayRemoveUsers = (role: CompanyRole): boolean => rank(role) >= rank('admin')

/** The roles that may be given to a new person: never above the giver's own, never ownership. */
export const invitableRoles = (own: CompanyRole): Exclude<CompanyRole, 'owner'>[] =>
  mayManageUsers(own) ? (['user', 'moderator', 'admin'] as const).filter((role) => rank(role) <= rank(own)) : []

/**
 * Nobody acts on the owner, on themselves or on someone with a higher role. Only the owner transfers ownership, to an
 * active member.
 */
export function companyUserAbilities(manager: Manager, member: ManagedMember): CompanyUserAbilities {
  const isUntouchable =
    !mayManageUsers(manager.role) ||
    member.userId === manager.userId ||
    member.role === 'owner' ||
    rank(member.role) > rank(manager.role)
  if (isUntouchable) return { setStatus: false, remove: false, roles: [] }
  const mayHandOver = manager.role === 'owner' && member.status === 'active'
  const roles = invitableRoles(manager.role)
  return {
    setStatus: true,
    remove: mayRemoveUsers(manager.role),
    roles: mayHandOver ? [...roles, 'owner'] : roles,
  }
}

/** Days until an invitation expires. */
export const invitationLifetimeDays = 14
