import type { CompanyForMember } from '@knowreel/shared/company/company.calls.ts'
import { mayManageUsers } from '@knowreel/shared/company/company-user.rules.ts'
import type { Me } from '@knowreel/shared/user/user.calls.ts'

type Facts = {
  readonly company: Pick<CompanyForMember, 'isActivated' | 'isPaid' | 'isBilling' | 'role' | 'status'> | null
  readonly isSuperAdmin: boolean
  readonly isCreationOpen: boolean
}

/** What the screens offer the signed-in person in their current company. Pure. */
export function meAbilities({ company, isSuperAdmin, isCreationOpen }: Facts): Me['abilities'] {
  const isActive = company !== null && company.isActivated && company.status === 'active'
  const role = isActive ? company.role : null
  const mayWrite = isActive && (company.isPaid || isSuperAdmin)
  const isManager = role !== null && mayManageUsers(role)
  return {
    createWorkspace: mayWrite,
    createArticle: mayWrite,
    // Whoever lost their company can go on with one of their own.
    createCompany: isCreationOpen || isSuperAdmin,
    editCompany: role === 'owner' || role === 'admin',
    manageUsers: isManager,
    manageGroups: isManager,
    seeBilling: role === 'owner' && company !== null && company.isBilling && company.isPaid,
    seeAdmin: isSuperAdmin,
  }
}
