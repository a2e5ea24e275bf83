/** Who may do what to the people of a company. Pure: the server asks these with locked rows, answers carry the results. */
import { companyRoles, type CompanyRole, type CompanyUserStatus } from './company.calls.ts'

/** A super admin who is no manager of the company counts as an administrator of it. */
export type Manager = { readonly userId: string; readonly role: CompanyRole; readonly isSuperAdmin: boolean }
export type ManagedMember = {
  readonly userId: string
  readonly role: CompanyRole
  readonly status: CompanyUserStatus
}

export type CompanyUserAbilities = { setStatus: boolean; remove: boolean; roles: CompanyRole[] }

const rank = (role: CompanyRole): number => companyRoles.indexOf(role)

/** Owner, admin and moderator: D2 calls them admin-type roles. */
export const isManagerRole = (role: CompanyRole): boolean => rank(role) >= rank('moderator')

const roleInForce = ({ role, isSuperAdmin }: Omit<Manager, 'userId'>): CompanyRole =>
  isSuperAdmin && rank(role) < rank('admin') ? 'admin' : role

export const mayManageUsers = (manager: Omit<Manager, 'userId'>): boolean => isManagerRole(roleInForce(manager))

/** Moderators neither remove people nor withdraw invitations. */
export const mayRemoveUsers = (manager: Omit<Manager, 'userId'>): boolean =>
  rank(roleInForce(manager)) >= rank('admin')

/** The roles that may be given to somebody new: never above one's own, and ownership never this way. */
export function newcomerRoles(manager: Omit<Manager, 'userId'>): CompanyRole[] {
  if (!mayManageUsers(manager)) return []
  const own = rank(roleInForce(manager))
  return companyRoles.filter((role) => role !== 'owner' && rank(role) <= own)
}

/**
 * Nobody acts on the owner or on themselves, and nobody on a person above them. Ownership is handed over by the owner
 * alone, to somebody active.
 */
export function companyUserAbilities(manager: Manager, member: ManagedMember): CompanyUserAbilities {
  const isUntouchable =
    !mayManageUsers(manager) ||
    member.userId === manager.userId ||
    member.role === 'owner' ||
    rank(member.role) > rank(roleInForce(manager))
  if (isUntouchable) return { setStatus: false, remove: false, roles: [] }
  const mayHandOver = manager.role === 'owner' && member.status === 'active'
  const roles = newcomerRoles(manager)
  return {
    setStatus: true,
    remove: mayRemoveUsers(manager),
    roles: mayHandOver ? [...roles, 'owner'] : roles,
  }
}

/** How long an invitation lives, in days. */
export const invitationDays = 14
