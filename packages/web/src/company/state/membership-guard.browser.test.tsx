import { expect, it } from 'vitest'
import type { CurrentCompany } from '@knowreel/shared/company/company.calls.ts'
import { openPage } from '../../../test/open-page.tsx'
import { aCompany, aCompanyInfo, aSession } from '../../../test/samples.ts'

const subscription = (status: NonNullable<CurrentCompany['paddle']>['status']) => ({
  isPaid: false,
  isBilling: true,
  paddle: { status, subscriptionId: null },
})

it.each([
  ['owner', { isPaid: false, isBilling: true }, '/subscription'],
  ['owner', subscription('past_due'), '/settings/billing/plan-details'],
  ['admin', subscription('canceled'), '/not-paid'],
  ['user', subscription('paused'), '/temporarily-deactivated'],
  ['owner', { isActivated: false }, '/inactive'],
  ['user', { isActivated: false }, '/inactive'],
] as const)('leads %s from %j to %s, and home when it is over', async (role, state, address) => {
  const { open, server } = await openPage('/drafts', {
    session: aSession({ role, company: aCompany({ role, ...state }) }),
    answers: {
      'company.info': { company: aCompanyInfo() },
      'company.paidStatus': { status: 'none' },
      'company.status': { isActivated: false },
    },
  })
  await expect.poll(() => location.pathname).toBe(address)
  server.answer({ 'user.me': aSession({ role, company: aCompany({ role }) }) })
  open(address)
  await expect.poll(() => location.pathname).toBe('/')
})
