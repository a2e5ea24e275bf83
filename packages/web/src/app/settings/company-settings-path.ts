import type { Me } from '@knowreel/shared/user/user.calls.ts'

/** Where Company Settings leads: those who may not change the company itself begin with its people. */
export const companySettingsPath = ({ editCompany }: Me['abilities']) =>
  editCompany ? '/settings/company' : '/settings/users'
