import { expect, it } from 'vitest'
import { getNavState } from './nav-state.ts'

const me = (company: { isPaid: boolean; status: 'active' | 'deactivated' } | null, isSuperAdmin = false) => ({
  user: { isSuperAdmin, company },
})
const paid = { isPaid: true, status: 'active' } as const

it('the main sidebar is shown to active members of a paid company, and while their state is unknown', () => {
  expect(getNavState(me(paid), '/drafts')).toBe('shown')
  expect(getNavState(undefined, '/drafts')).toBe('shown')
})

it('hides the sidebar while the company has not paid, except for super admins and on billing pages', () => {
  const unpaid = { ...paid, isPaid: false }
  expect(getNavState(me(unpaid), '/drafts')).toBe('hidden')
  expect(getNavState(me(unpaid), '/settings/billing/plan-details')).toBe('shown')
  expect(getNavState(me(unpaid, true), '/drafts')).toBe('shown')
})

it('dims the sidebar for deactivated members, and hides it without a company', () => {
  expect(getNavState(me({ ...paid, status: 'deactivated' }), '/')).toBe('dimmed')
  expect(getNavState(me(null), '/')).toBe('hidden')
})
