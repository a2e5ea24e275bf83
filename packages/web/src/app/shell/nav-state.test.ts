import { expect, it } from 'vitest'
import { navStateOf } from './nav-state.ts'

const me = (company: { isPaid: boolean; status: 'active' | 'deactivated' } | null, isSuperAdmin = false) => ({
  user: { isSuperAdmin, company },
})
const paid = { isPaid: true, status: 'active' } as const

it('the main sidebar is shown to active members of a paid company, and while their state is unknown', () => {
  expect(navStateOf(me(paid), '/drafts')).toBe('shown')
  expect(navStateOf(undefined, '/drafts')).toBe('shown')
})

it('hides the sidebar while the company has not paid, except for super admins and on billing pages', () => {
  const unpaid = { ...paid, isPaid: false }
  expect(navStateOf(me(unpaid), '/drafts')).toBe('hidden')
  expect(navStateOf(me(unpaid), '/settings/billing/plan-details')).toBe('shown')
  expect(navStateOf(me(unpaid, true), '/drafts')).toBe('shown')
})

it('dims the sidebar for deactivated members, and hides it without a company', () => {
  expect(navStateOf(me({ ...paid, status: 'deactivated' }), '/')).toBe('dimmed')
  expect(navStateOf(me(null), '/')).toBe('hidden')
})
