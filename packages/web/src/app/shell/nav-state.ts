import { isBillingPage } from '@knowreel/shared/company/company-state.rules.ts'
import type { Session } from '../../user/index.ts'

export type NavState = 'shown' | 'dimmed' | 'hidden'

type NavSession = {
  user: Pick<Session['user'], 'isSuperAdmin'> & {
    company: Pick<NonNullable<Session['user']['company']>, 'isPaid' | 'status'> | null
  }
}

/** The main sidebar is hidden while the company has not paid, and disabled for deactivated members. */
export function getNavState(me: NavSession | undefined, pathname: string): NavState {
  if (me === undefined) return 'shown'
  const { company, isSuperAdmin } = me.user
  if (company === null) return 'hidden'
  if (!company.isPaid && !isSuperAdmin && !isBillingPage(pathname)) return 'hidden'
  return company.status === 'active' ? 'shown' : 'dimmed'
}
