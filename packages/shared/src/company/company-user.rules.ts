/** Who may do what to the people of a company. Pure: the server asks these with locked rows, answers carry the results. */
import { companyRoles, type CompanyRole, type CompanyUserStatus } from './company.calls.ts'

export type Manager = { readonly userId: string; readonly role: CompanyRole }
export type ManagedMember = {
  readonly userId: string
  readonly role: CompanyRole
  readonly status: CompanyUserStatus
}

export type CompanyUserAbilities = { setStatus: boolean; remove: boolean; roles: CompanyRole[] }

const rank = (role: CompanyRole): number => companyRoles.indexOf(role)

/** Owner, admin and moderator: D2 calls them admin-type roles. */
export const mayManageUsers = (role: CompanyRole): boolean => rank(role) >= rank('moderator')

/** Moderators neither remove people nor withdraw invitations. */
export const mayRemoveUsers = (role: CompanyRole): boolean => rank(role) >= rank('admin')

/** The roles that may be given to somebody new: never above one's own, and ownership never this way. */
export const newcomerRoles = (own: CompanyRole): Exclude<CompanyRole, 'owner'>[] =>
  mayManageUsers(own) ? (['user', 'moderator', 'admin'] as const).filter((role) => rank(role) <= rank(own)) : []

/**
 * Nobody acts on the owner or on themselves, and nobody on a person above them. Ownership is handed over by the owner
 * alone, to somebody active.
 */
export function companyUserAbilities(manager: Manager, member: ManagedMember): CompanyUserAbilities {
  const isUntouchable =
    !mayManageUsers(manager.role) ||
    member.userId === manager.userId ||
    member.role === 'owner' ||
    rank(member.role) > rank(manager.role)
  if (isUntouchable) return { setStatus: false, remove: false, roles: [] }
  const mayHandOver = manager.role === 'owner' && member.status === 'active'
  const roles = newcomerRoles(manager.role)
  return {
    setStatus: true,
    remove: mayRemoveUsers(manager.role),
    roles: mayHandOver ? [...roles, 'owner'] : roles,
  }
}

/** How long an invitation lives, in days. */
export const invitationDays = 14
