import type { CompanyRole } from './company.calls.ts'

export const companyRoleLabels: Record<CompanyRole, string> = {
  owner: 'Owner',
  admin: 'Administrator',
  moderator: 'User Manager',
  user: 'Team Member',
}
