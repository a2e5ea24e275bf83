import type { CompanyRole, CompanyUserStatus, SubscriptionStatus } from '@knowreel/shared/company/company.calls.ts'
import type { Generated } from 'kysely'

export type CompaniesTable = {
  id: string
  title: string
  slug: string
  logo: string | null
  owner_id: string
  is_activated: Generated<boolean>
  is_billing: Generated<boolean>
  is_ai_enabled: Generated<boolean>
  is_sharing_off: Generated<boolean>
  are_api_keys_off: Generated<boolean>
  subscription_status: SubscriptionStatus | null
  subscription_id: string | null
  /** The payment provider's customer, which we created for this company. */
  customer_id: string | null
  /** Set when the company is being removed. */
  removed_at: Date | null
  created_at: Generated<Date>
}

export type CompanyMembersTable = {
  company_id: string
  user_id: string
  role: CompanyRole
  status: Generated<CompanyUserStatus>
  /** Whether Home offers the first steps. */
  has_first_steps: Generated<boolean>
  created_at: Generated<Date>
}

declare module '../platform/database/db.ts' {
  interface Tables {
    companies: CompaniesTable
    company_members: CompanyMembersTable
  }
}
