import { describe, expect, it } from 'vitest'
import {
  decideStatePage,
  companyRefusal,
  membershipStateOf,
  type PageDecision,
  type MembershipState,
} from './company-state.rules.ts'

type Company = NonNullable<MembershipState['company']>

const paid: Company = {
  isActivated: true,
  isPaid: true,
  isBilling: true,
  status: 'active',
  role: 'owner',
  subscriptionStatus: 'active',
}
const membership = (company: Partial<Company> | null, more: Partial<MembershipState> = {}): MembershipState => ({
  isSuperAdmin: false,
  hasLeftCompany: false,
  hasOtherCompany: false,
  company: company && { ...paid, ...company },
  ...more,
})
const stay: PageDecision = { kind: 'stay' }
const go = (to: string) => ({ kind: 'go', to })

const none = { isPaid: false, subscriptionStatus: null } as const
const late = { isPaid: false, subscriptionStatus: 'past_due' } as const
const paused = { isPaid: false, subscriptionStatus: 'paused' } as const

describe('the decision table', () => {
  it('row 1: without a session, people sign in', () => {
    expect(decideStatePage(null, '/drafts')).toEqual(go('/login'))
  })

  it('row 2: without a company, people create one or learn why they have none', () => {
    expect(decideStatePage(membership(null), '/drafts')).toEqual({ kind: 'createCompany' })
    expect(decideStatePage(membership(null, { hasLeftCompany: true }), '/')).toEqual(go('/user-deactivated'))
    expect(decideStatePage(membership(null, { hasLeftCompany: true }), '/user-deactivated')).toEqual(stay)
  })

  it('row 3: a deactivated company takes precedence over everything about the person', () => {
    const company = { isActivated: false, status: 'deactivated', isPaid: false, role: 'user' } as const
    expect(decideStatePage(membership(company, { hasOtherCompany: true }), '/')).toEqual(go('/inactive'))
    expect(decideStatePage(membership(company), '/inactive')).toEqual(stay)
  })

  it('row 3: the owner of a company with billing is sent to the subscription from everywhere', () => {
    for (const path of ['/', '/inactive', '/settings/company', '/drafts']) {
      expect(decideStatePage(membership({ isActivated: false }), path)).toEqual(go('/settings/billing/plan-details'))
      const withoutSubscription = { isActivated: false, subscriptionStatus: null } as const
      expect(decideStatePage(membership(withoutSubscription), path)).toEqual(go('/subscription'))
    }
    expect(decideStatePage(membership({ isActivated: false, isBilling: false }), '/')).toEqual(go('/inactive'))
  })

  it('row 3: only the owner of a company with billing keeps the billing pages', () => {
    for (const path of ['/settings/billing/plan-details', '/settings/billing/history', '/subscription', '/checkout']) {
      expect(decideStatePage(membership({ isActivated: false }), path)).toEqual(stay)
      expect(decideStatePage(membership({ isActivated: false, role: 'admin' }), path)).toEqual(go('/inactive'))
      expect(decideStatePage(membership({ isActivated: false, isBilling: false }), path)).toEqual(go('/inactive'))
    }
  })

  it('row 4: a deactivated person moves to another company by signing in again, otherwise sees the page that says so', () => {
    expect(decideStatePage(membership({ status: 'deactivated' }, { hasOtherCompany: true }), '/')).toEqual({
      kind: 'logOut',
    })
    expect(decideStatePage(membership({ status: 'deactivated' }), '/workspaces')).toEqual(go('/user-deactivated'))
    expect(decideStatePage(membership({ status: 'deactivated', isPaid: false }), '/')).toEqual(go('/user-deactivated'))
  })

  it('row 5: an owner without a subscription chooses a plan', () => {
    expect(decideStatePage(membership(none), '/')).toEqual(go('/subscription'))
    for (const path of ['/subscription', '/checkout', '/settings/billing/plan-details'])
      expect(decideStatePage(membership(none), path)).toEqual(stay)
  })

  it.each([late, paused, { isPaid: false, subscriptionStatus: 'canceled' }] as const)(
    'row 6: an owner whose subscription is %j sees it',
    (company) => {
      expect(decideStatePage(membership(company), '/drafts')).toEqual(go('/settings/billing/plan-details'))
    },
  )

  it.each(['admin', 'moderator', 'user'] as const)('row 7: a %s sees that the company has not paid', (role) => {
    expect(decideStatePage(membership({ ...none, role }), '/')).toEqual(go('/not-paid'))
    expect(decideStatePage(membership({ ...late, role }), '/settings/billing/history')).toEqual(go('/not-paid'))
    expect(decideStatePage(membership({ ...paused, role }), '/')).toEqual(go('/temporarily-deactivated'))
    expect(decideStatePage(membership({ ...paused, role }), '/temporarily-deactivated')).toEqual(stay)
  })

  it('row 8: a paid company leaves the plans page unless it changes its plan', () => {
    expect(decideStatePage(membership({}), '/subscription')).toEqual(go('/'))
    expect(decideStatePage(membership({}), '/subscription/')).toEqual(go('/'))
    for (const path of ['/subscription/update', '/subscription/change/'])
      expect(decideStatePage(membership({}), path)).toEqual(stay)
    expect(decideStatePage(membership({}), '/settings/billing/history')).toEqual(stay)
  })

  it('billing pages are only for the owner of a company with billing', () => {
    for (const path of ['/subscription/update', '/settings/billing/plan-details', '/settings/billing/history']) {
      expect(decideStatePage(membership({ role: 'admin' }), path)).toEqual(go('/'))
      expect(decideStatePage(membership({ isBilling: false }), path)).toEqual(go('/'))
    }
  })

  it('people who can work stay on every other page and leave the state pages', () => {
    for (const path of ['/', '/drafts', '/settings/company', '/b/w2w2w2w2w2/subscription'])
      expect(decideStatePage(membership({}), path)).toEqual(stay)
    for (const path of ['/inactive', '/user-deactivated', '/not-paid', '/temporarily-deactivated', '/inactive/'])
      expect(decideStatePage(membership({}), path)).toEqual(go('/'))
  })

  it('a super admin skips rows 3 to 7', () => {
    const admin = { isSuperAdmin: true }
    for (const company of [{ isActivated: false }, { status: 'deactivated' }, none, paused] as const) {
      expect(decideStatePage(membership({ ...company, role: 'user' }, admin), '/drafts')).toEqual(stay)
      expect(companyRefusal(membership(company, admin))).toBeNull()
    }
    expect(decideStatePage(membership(null, admin), '/')).toEqual({ kind: 'createCompany' })
  })

  it('a super admin without a company opens the back office', () => {
    for (const state of [{}, { hasLeftCompany: true }]) {
      for (const path of ['/admin', '/admin/companies', '/admin/jobs/'])
        expect(decideStatePage(membership(null, { isSuperAdmin: true, ...state }), path)).toEqual(stay)
      expect(decideStatePage(membership(null, state), '/admin')).not.toEqual(stay)
    }
    expect(decideStatePage(membership(null, { isSuperAdmin: true, hasLeftCompany: true }), '/administration')).toEqual(
      go('/user-deactivated'),
    )
  })
})

it('the server refuses by the same rows', () => {
  expect(companyRefusal(membership(null))).toBe('no_company')
  expect(companyRefusal(membership({ isActivated: false, status: 'deactivated', isPaid: false }))).toBe(
    'company_deactivated',
  )
  expect(companyRefusal(membership({ status: 'deactivated', isPaid: false }))).toBe('user_inactive_in_company')
  expect(companyRefusal(membership(none))).toBe('company_not_paid')
  expect(companyRefusal(membership({}))).toBeNull()
})

it('only an active membership in another company counts as another company', () => {
  const company = { ...paid, id: 'a', paddle: { status: 'active' as const } }
  const of = (companies: { id: string; status: 'active' | 'deactivated' }[]) =>
    membershipStateOf({ user: { isSuperAdmin: false, hasLeftCompany: false, company }, companies }).hasOtherCompany
  expect(of([{ id: 'a', status: 'active' }])).toBe(false)
  expect(
    of([
      { id: 'a', status: 'active' },
      { id: 'b', status: 'deactivated' },
    ]),
  ).toBe(false)
  expect(of([{ id: 'b', status: 'active' }])).toBe(true)
})
