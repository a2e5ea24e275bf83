/**
 * The decision table: which state of session, company and membership prevents work, and the page that says so. The
 * first matching row wins; a super admin skips the rows about the current company, and needs none for the back office.
 *
 * 1 no session · 2 no company left · 3 company deactivated · 4 member deactivated · 5 to 7 company unpaid: owner
 * without subscription, owner with one, everyone else · 8 paid, on a page for unpaid companies. In 3, 5 and 6 the owner
 * of a company with billing is sent to its subscription.
 */
import type { CompanyRole, CompanyUserStatus, SubscriptionStatus } from './company.calls.ts'

type CompanyState = {
  readonly isActivated: boolean
  readonly isPaid: boolean
  readonly status: CompanyUserStatus
}

type CompanyRefusal = 'no_company' | 'company_deactivated' | 'user_inactive_in_company' | 'company_not_paid'

/** The reason why the server refuses a session the content of its company. */
export function companyRefusal(session: {
  isSuperAdmin: boolean
  company: CompanyState | null
}): CompanyRefusal | null {
  const { company } = session
  if (company === null) return 'no_company'
  if (session.isSuperAdmin) return null
  if (!company.isActivated) return 'company_deactivated'
  if (company.status !== 'active') return 'user_inactive_in_company'
  return company.isPaid ? null : 'company_not_paid'
}

export type MembershipState = {
  readonly isSuperAdmin: boolean
  /** Was deactivated in or removed from a company in the past. */
  readonly hasLeftCompany: boolean
  /** Is active in another company. */
  readonly hasOtherCompany: boolean
  readonly company:
    | (CompanyState & {
        readonly isBilling: boolean
        readonly role: CompanyRole
        /** Null without a subscription. */
        readonly subscriptionStatus: SubscriptionStatus | null
      })
    | null
}

export type StatePage =
  | '/login'
  | '/inactive'
  | '/user-deactivated'
  | '/subscription'
  | '/settings/billing/plan-details'
  | '/not-paid'
  | '/temporarily-deactivated'

export type PageDecision =
  /** Stays on the current page. */
  | { readonly kind: 'stay' }
  | { readonly kind: 'go'; readonly to: StatePage | '/' }
  /** This session is useless, but another company is available: end it and sign in again. */
  | { readonly kind: 'logOut' }
  /** Home, with the dialog that creates a company. */
  | { readonly kind: 'createCompany' }

const stay: PageDecision = { kind: 'stay' }
const redirectTo = (to: StatePage | '/'): PageDecision => ({ kind: 'go', to })

/** Pages that only report a state; everyone else leaves them. */
const statePages = ['/inactive', '/user-deactivated', '/not-paid', '/temporarily-deactivated']

/** Where a person at `path` belongs. `membership` is null without a session. */
export function decideStatePage(membership: MembershipState | null, path: string): PageDecision {
  if (membership === null) return redirectTo('/login')
  const pathname = path.replace(/(?<=.)\/+$/, '')
  const decided = decideForCompany(membership, pathname)
  return decided.kind === 'go' && decided.to === pathname ? stay : decided
}

function decideForCompany(membership: MembershipState, pathname: string): PageDecision {
  const { company } = membership
  if (company === null) {
    if (membership.isSuperAdmin && isBackOffice(pathname)) return stay
    if (membership.hasLeftCompany) return redirectTo('/user-deactivated')
    return { kind: 'createCompany' }
  }
  const isPayer = company.isBilling && company.role === 'owner'
  switch (companyRefusal(membership)) {
    case 'company_deactivated':
      return isPayer ? decideForPayer(company, pathname) : redirectTo('/inactive')
    case 'user_inactive_in_company':
      return membership.hasOtherCompany ? { kind: 'logOut' } : redirectTo('/user-deactivated')
    case 'company_not_paid':
      if (isPayer) return decideForPayer(company, pathname)
      return redirectTo(company.subscriptionStatus === 'paused' ? '/temporarily-deactivated' : '/not-paid')
    default:
      return decideForUsableCompany(company, isPayer, pathname)
  }
}

/** The owner of a company with billing can only put its subscription in order. */
function decideForPayer(company: NonNullable<MembershipState['company']>, pathname: string): PageDecision {
  if (isBillingPage(pathname)) return stay
  return redirectTo(company.subscriptionStatus === null ? '/subscription' : '/settings/billing/plan-details')
}

function decideForUsableCompany(
  company: NonNullable<MembershipState['company']>,
  isPayer: boolean,
  pathname: string,
): PageDecision {
  if (statePages.includes(pathname)) return redirectTo('/')
  if (isPlansPage(pathname))
    return isPayer && (!company.isPaid || /^\/subscription\/[^/]+$/.test(pathname)) ? stay : redirectTo('/')
  return isBillingPage(pathname) && !isPayer ? redirectTo('/') : stay
}

const isBackOffice = (pathname: string): boolean => /^\/admin(\/|$)/.test(pathname)

const isPlansPage = (pathname: string): boolean => /^\/subscription(\/|$)/.test(pathname)

/** The pages where a subscription is created, paid and changed. */
export const isBillingPage = (pathname: string): boolean =>
  isPlansPage(pathname) || /^\/(settings\/billing|checkout)(\/|$)/.test(pathname)

/** The table's input, derived from `GET /user/me`. */
export function membershipStateOf(me: {
  user: {
    isSuperAdmin: boolean
    hasLeftCompany: boolean
    company:
      | (CompanyState & {
          id: string
          isBilling: boolean
          role: CompanyRole
          paddle: { status: SubscriptionStatus } | null
        })
      | null
  }
  companies: readonly { id: string; status: CompanyUserStatus }[]
}): MembershipState {
  const { user, companies } = me
  return {
    isSuperAdmin: user.isSuperAdmin,
    hasLeftCompany: user.hasLeftCompany,
    hasOtherCompany: companies.some(({ id, status }) => status === 'active' && id !== user.company?.id),
    company: user.company && { ...user.company, subscriptionStatus: user.company.paddle?.status ?? null },
  }
}
