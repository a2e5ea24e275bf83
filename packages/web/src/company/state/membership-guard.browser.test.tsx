import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CurrentCompany } from '@knowreel/shared/company/company.calls.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, heading, link } from '../../../test/person.ts'
import { aCompany, aCompanyInfo, aSession } from '../../../test/samples.ts'
import { whenIdle } from '../../platform/when-idle.ts'

const mainSidebar = page.getByRole('navigation', { name: 'Main' })

const priya = {
  id: 'owner',
  firstName: 'Priya',
  lastName: 'Raman',
  name: 'Priya Raman',
  email: 'priya@brightmeter.example',
}

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
  ['owner', { isActivated: false, isBilling: true }, '/subscription'],
  ['owner', { ...subscription('active'), isPaid: true, isActivated: false }, '/settings/billing/plan-details'],
  ['admin', { ...subscription('active'), isPaid: true, isActivated: false }, '/inactive'],
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

it.each([
  ['/inactive', { company: aCompany({ role: 'user', isActivated: false }) }],
  ['/settings/billing/plan-details', { company: aCompany({ ...subscription('canceled'), isActivated: false }) }],
  ['/user-deactivated', { company: aCompany({ role: 'user', status: 'deactivated' }) }],
  ['/user-deactivated', { company: null, hasLeftCompany: true }],
  ['/not-paid', { company: aCompany({ role: 'user', ...subscription('canceled') }) }],
] as const)('on the way to %s, requests nothing that the server would refuse', async (address, state) => {
  const session = aSession({ role: state.company?.role ?? null, personalWorkspaceShortId: 'personal2', ...state })
  const home = Promise.withResolvers<void>()
  const { server } = await openPage('/', {
    session,
    answers: {
      'user.me': () => home.promise.then(() => session),
      'workspace.articlesCount': { articlesCount: 12, isPersonal: true },
      'company.info': { company: aCompanyInfo() },
      'company.paidStatus': { status: 'none' },
      'company.status': { isActivated: false },
    },
  })
  await expectVisible(heading('How can I help?'))
  home.resolve()
  await expect.poll(() => location.pathname).toBe(address)
  await expectVisible(button('Ines Okafor, user menu'))
  await whenIdle()
  await import('../../notification/panel/live-notifications.tsx')
  await whenIdle()
  const refused = [
    'draft.count',
    'meeting.count',
    'workspace.articlesCount',
    'article.list',
    'search.history',
    ...(address === '/not-paid' ? [] : (['notification.list'] as const)),
  ] as const
  expect(refused.filter((call) => server.requests(call).length > 0)).toEqual([])
})

it.each([
  ['help@example.org', 'Contact support', 'mailto:help@example.org'],
  ['https://help.example.org/', 'Contact support', 'https://help.example.org/'],
  [null, 'Contact Priya Raman', 'mailto:priya@brightmeter.example'],
])('the not-paid page leads to the support contact %s', async (supportContact, label, target) => {
  const company = aCompany({ role: 'user', ...subscription('canceled') })
  await openPage('/not-paid', {
    session: aSession({ role: 'user', company, supportContact }),
    answers: { 'company.info': { company: aCompanyInfo({ owner: priya }) } },
  })
  await expect.element(link(label)).toHaveAttribute('href', target)
})

const [support, contactPriya] = [link('Contact support'), link('Contact Priya Raman')]
const onlySupport = 'Only support can activate it again.'
const onlyOperators = 'Only the operators of this installation can activate it again.'

it.each([
  ['user', true, 'help@example.org', 'Please contact your administrator.', contactPriya],
  ['moderator', false, null, 'Please contact your administrator.', contactPriya],
  ['admin', true, 'help@example.org', 'The owner can update the subscription in the company settings.', contactPriya],
  ['admin', false, 'help@example.org', onlySupport, support],
  ['admin', false, null, onlyOperators, contactPriya],
  ['owner', false, 'help@example.org', onlySupport, support],
  ['owner', false, null, onlyOperators, null],
] as const)(
  'the inactive page names a way out for the %s (billing: %j, support: %j)',
  async (role, isBilling, supportContact, text, contact) => {
    const named = contact === contactPriya ? { name: priya.name, email: priya.email } : null
    const company = aCompany({ role, isBilling, isActivated: false, contact: named })
    const other = aCompany({ title: 'Halden Systems' })
    const session = aSession({ role, company, supportContact })
    await openPage('/inactive', {
      session: { ...session, companies: [company, other] },
      answers: { 'company.status': { isActivated: false } },
    })
    await expectVisible(text)
    for (const each of [support, contactPriya]) await (each === contact ? expectVisible(each) : expectGone(each))
    await expectVisible(button('Halden Systems'))
  },
)

it('shows a deactivated person whom to ask, and leads home once they are activated again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const contact = { name: priya.name, email: priya.email }
    const { server } = await openPage('/user-deactivated', {
      session: aSession({ role: 'user', company: aCompany({ role: 'user', status: 'deactivated', contact }) }),
    })
    await expectVisible('An administrator of Brightmeter can activate it again.')
    await expect.element(contactPriya).toHaveAttribute('href', 'mailto:priya@brightmeter.example')
    server.answer({ 'user.me': aSession({ role: 'user', company: aCompany({ role: 'user' }) }) })
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => location.pathname).toBe('/')
  } finally {
    vi.useRealTimers()
  }
})

it.each(['/subscription', '/settings/billing/plan-details', '/settings/billing/history'])(
  'shows the owner at %s that the company is deactivated, and leads home once it is active',
  async (address) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    try {
      const company = aCompany({ role: 'owner', ...subscription('canceled'), isActivated: false })
      const { server } = await openPage(address, {
        session: aSession({ role: 'owner', company }),
        answers: { 'company.status': { isActivated: false }, 'billing.history': { transactions: [], count: 0 } },
      })
      await expectVisible('Brightmeter is deactivated. Update the subscription to use it again.')
      const active = aCompany({ role: 'owner', ...subscription('active'), isPaid: true })
      server.answer({
        'company.status': { isActivated: true },
        'user.me': aSession({ role: 'owner', company: active }),
      })
      vi.advanceTimersByTime(10_000)
      await expect.poll(() => location.pathname).toBe('/')
    } finally {
      vi.useRealTimers()
    }
  },
)

it('names who can activate a company that has paid, and how to reach them', async () => {
  const company = aCompany({ role: 'owner', ...subscription('active'), isPaid: true, isActivated: false })
  await openPage('/settings/billing/history', {
    session: aSession({ role: 'owner', company, supportContact: 'help@example.org' }),
    answers: { 'company.status': { isActivated: false }, 'billing.history': { transactions: [], count: 0 } },
  })
  await expectVisible(`Brightmeter is deactivated. ${onlySupport}`)
  await expectVisible(support)
})

it('shows the main sidebar where a paid company changes its plan, and none where a plan is chosen first', async () => {
  const paid = aCompany({ role: 'owner', ...subscription('active'), isPaid: true })
  const { server, open } = await openPage('/subscription/update', {
    session: aSession({ role: 'owner', company: paid }),
  })
  await expectVisible(mainSidebar)
  const unpaid = aCompany({ role: 'owner', isPaid: false, isBilling: true })
  server.answer({ 'user.me': aSession({ role: 'owner', company: unpaid }) })
  open('/subscription')
  await expectVisible(heading('Set up your subscription'))
  await expectGone(mainSidebar)
})

it('shows the owner of a company that is not paid no settings but those of billing', async () => {
  const { user, ...session } = aSession({ company: aCompany({ role: 'owner', ...subscription('past_due') }) })
  const abilities = { ...user.abilities, createArticle: false, createWorkspace: false, manageUsers: true }
  await openPage('/settings/billing', {
    session: { ...session, user: { ...user, abilities } },
    answers: { 'company.info': { company: aCompanyInfo() }, 'company.paidStatus': { status: 'none' } },
  })
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await expectVisible(settings)
  const names = settings
    .getByRole('link')
    .elements()
    .map((item) => item.textContent)
  expect(names).toEqual(['Plan Details', 'Billing History'])
  expect(location.pathname).toBe('/settings/billing/plan-details')
  await expect.element(button('Create')).toBeDisabled()
})
