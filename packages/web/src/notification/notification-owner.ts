import { companyRefusal } from '@knowreel/shared/company/company-state.rules.ts'
import { useMe } from '../user/index.ts'

/**
 * Owner of the shown notifications; null while unknown, and for people whose company gives them none. An unpaid one
 * does.
 */
export function useNotificationOwner(): string | null {
  const user = useMe()?.user
  if (!user?.company) return null
  const refusal = companyRefusal(user)
  return refusal === null || refusal === 'company_not_paid' ? `${user.id}:${user.company.id}` : null
}
