import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminUser } from '@knowreel/shared/admin/admin.calls.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, link, menuItem, person, row, toast } from '../../../test/person.ts'
import { anOperatorSession } from '../../../test/samples.ts'
import { refuse, type Answers } from '../../../test/fake-server.ts'
import { aRow, longAgo, someStats } from '../admin.fixture.ts'

const { company } = aRow('Halden')
const session = anOperatorSession()

const aUser = (firstName: string, change: Partial<AdminUser> = {}): AdminUser => ({
  id: firstName.toLowerCase(),
  _id: firstName.toLowerCase(),
  firstName,
  lastName: 'Rossi',
  email: `${firstName.toLowerCase()}@halden.example`,
  role: 'user',
  status: 'active',
  groups: [],
  lastTimeLoggedIn: longAgo,
  accepted: true,
  ...change,
})

const answers: Answers = {
  'admin.countJobs': { count: 0, isEstimate: false, failed: 0, failedNames: [] },
  'admin.getCompany': { company: { ...company, users: [] } },
  'admin.companyStats': someStats,
  'admin.companyOwner': {
    owner: { id: 'henrik', firstName: 'Henrik', lastName: 'Sørensen', email: 'henrik@halden.example' },
  },
  'admin.companyUsers': {
    users: {
      companyUsers: [
        aUser('Henrik', { role: 'owner' }),
        aUser('Chiara'),
        aUser('Aiko', { status: 'deactivated', lastTimeLoggedIn: null }),
        aUser('Ines', { id: session.user.id, _id: session.user.id }),
      ],
      invitedUsers: [aUser('Mira', { status: 'invited', lastTimeLoggedIn: null, accepted: false })],
    },
  },
}

const open = (section: string, more: Answers = {}) =>
  openPage(`/admin/company/${company.id}${section}`, { session, answers: { ...answers, ...more } })

it('the tiles say how many are active, invited, archived and recordings', async () => {
  await open('')
  await expectVisible('46 active, 3 invited')
  await expectVisible('1 archived')
  await expectVisible('241 recordings, 145 notes')
})

it('marks the open section, also while its people are searched', async () => {
  await open('?section=users&q=Chi')
  await expect.element(link('USERS')).toHaveAttribute('aria-current', 'page')
  await expect.element(link('GENERAL INFO')).not.toHaveAttribute('aria-current')
})

it('shows addresses and states of people on a phone, too, and names by address who has no name', async () => {
  const nameless = { ...aUser('info', { status: 'invited' }), firstName: '', lastName: '' }
  await openPage(`/admin/company/${company.id}?section=users`, {
    session,
    width: 390,
    height: 800,
    answers: {
      ...answers,
      'admin.companyUsers': {
        users: { companyUsers: [aUser('Aiko', { status: 'deactivated' })], invitedUsers: [nameless] },
      },
    },
  })
  await expectVisible(link('aiko@halden.example'))
  await expectVisible(row('Aiko').getByText('Deactivated'))
  await expectVisible(button('Actions for info@halden.example'))
})

it('leads to the companies when another operator has removed it', async () => {
  await open('', { 'admin.getCompany': refuse('not_found'), 'admin.searchCompanies': { companies: [], count: 0 } })
  await expect.poll(() => location.pathname).toBe('/admin/companies')
})

it('is removed by its present title, if that was changed since', async () => {
  const { server } = await open('', {
    'admin.removeCompany': ({ body }) =>
      body.title === 'Halden Meters' ? { success: true } : refuse('company_title_differs'),
    'admin.searchCompanies': { companies: [], count: 0 },
  })
  await person.click(button('Delete Company'))
  const confirm = dialog(/^Delete Halden/)
  server.answer({ 'admin.getCompany': { company: { ...company, title: 'Halden Meters', users: [] } } })
  await person.fill(confirm.getByRole('textbox'), 'Halden')
  await person.click(confirm.getByRole('button', { name: 'Delete company' }))
  await expectVisible("Input value doesn't match the company name")
  await expectVisible(dialog('Delete Halden Meters?'))
  await person.fill(confirm.getByRole('textbox'), 'Halden Meters')
  await person.click(confirm.getByRole('button', { name: 'Delete company' }))
  await expectVisible(toast('Halden Meters is being removed'))
  expect(server.requests('admin.removeCompany').map(({ body }) => body.title)).toEqual(['Halden', 'Halden Meters'])
})

describe('USERS', () => {
  it('are searched without regard to case and spaces, and filtered by status', async () => {
    await open('?section=users')
    await expectVisible(page.getByRole('heading', { name: /Users list\s*5/ }))
    await expectVisible(row('Chiara').getByRole('link', { name: 'chiara@halden.example' }))
    await person.fill(page.getByRole('searchbox', { name: 'Search users' }), 'CHIARAro')
    await expectGone(row('Aiko'))
    await expectVisible(row('Chiara'))
    await person.fill(page.getByRole('searchbox', { name: 'Search users' }), '')
    await person.click(button('Status: All'))
    await person.click(menuItem('Invited'))
    await expectVisible(row('Mira'))
    await expectGone(row('Chiara'))
  })

  it('are searched after a pause in typing, not at every key', async () => {
    await open('?section=users')
    await expectVisible(row('Aiko'))
    const searches = new Set<string>()
    const watch = setInterval(() => searches.add(location.search), 1)
    await person.fill(page.getByRole('searchbox', { name: 'Search users' }), 'mira')
    await expectGone(row('Aiko'))
    clearInterval(watch)
    await expectVisible(row('Mira'))
    searches.add(location.search)
    expect([...searches]).toEqual(['?section=users', '?section=users&q=mira'])
  })

  it('have a menu, but neither the owner nor the operator', async () => {
    await open('?section=users')
    await expectVisible(button('Actions for Chiara Rossi'))
    await expect.element(button('Actions for Henrik Rossi')).not.toBeInTheDocument()
    await expect.element(button('Actions for Ines Rossi')).not.toBeInTheDocument()
    // Who is only invited has no status to change.
    await person.click(button('Actions for Mira Rossi'))
    await expectVisible(menuItem('Remove user'))
    await expect.element(menuItem('Deactivate')).not.toBeInTheDocument()
  })

  it('are deactivated and activated', async () => {
    const { server } = await open('?section=users', {
      'admin.setUserStatus': ({ params: { userId } }) => ({ user: aUser(userId) }),
    })
    await person.click(button('Actions for Chiara Rossi'))
    await person.click(menuItem('Deactivate'))
    await expectVisible(toast('The user is deactivated successfully'))
    await person.click(button('Actions for Aiko Rossi'))
    await person.click(menuItem('Activate'))
    await expectVisible(toast('The user is activated successfully'))
    expect(server.requests('admin.setUserStatus').map(({ body }) => body)).toEqual([
      { companyId: company.id, userStatus: 'deactivated' },
      { companyId: company.id, userStatus: 'active' },
    ])
  })

  it('are removed after a question; a failure is reported', async () => {
    const { server } = await open('?section=users', { 'admin.removeUser': { success: true } })
    const remove = async (name: string) => {
      await person.click(button(`Actions for ${name} Rossi`))
      await person.click(menuItem('Remove user'))
      await person.click(dialog(`Remove ${name} Rossi?`).getByRole('button', { name: 'Remove user' }))
    }
    await remove('Mira')
    await expectVisible(toast('User successfully removed'))
    expect(server.requests('admin.removeUser')[0]?.body).toEqual({ companyId: company.id, userId: 'mira' })
    server.answer({ 'admin.removeUser': refuse('internal') })
    await remove('Chiara')
    await expectVisible('Failed to remove user from company')
  })

  it('say nothing of their own when the session has ended', async () => {
    await open('?section=users', {
      'admin.setUserStatus': refuse('not_signed_in'),
      'session.providers': { providers: [] },
    })
    await person.click(button('Actions for Chiara Rossi'))
    await person.click(menuItem('Deactivate'))
    await expectVisible(page.getByRole('heading', { name: 'Sign in' }))
    expect(page.getByText('Failed to change user status in company').query()).toBeNull()
  })

  it('say that nobody is in the company, without filters that would hide somebody', async () => {
    await open('?section=users&people=active', {
      'admin.companyUsers': { users: { companyUsers: [], invitedUsers: [] } },
    })
    await expectVisible('Nobody is in this company.')
    expect(button('Clear filters').query()).toBeNull()
  })

  it('are said to be incomplete when there are more than the list has', async () => {
    await open('?section=users', {
      'admin.companyUsers': {
        users: { companyUsers: [aUser('Chiara')], invitedUsers: [] },
        isTruncated: true,
      },
    })
    await expectVisible(/Only the first 1,000 users and 1,000 invitations/)
  })
})

describe('BILLING', () => {
  const event = {
    id: 'evt_1',
    type: 'subscription.updated',
    subjectId: 'sub_1',
    occurredAt: longAgo,
    receivedAt: longAgo,
    appliedAt: null,
    outcome: 'unreadable' as const,
  }

  it('shows a company without subscription, and its messages', async () => {
    const { server } = await open('', {
      'billingAdmin.company': { subscriptions: [], events: [event] },
      'billingAdmin.replay': { event: { ...event, outcome: 'applied' } },
    })
    await person.click(page.getByRole('link', { name: 'BILLING', exact: true }))
    await expectVisible('This company has no subscription.')
    await expectVisible(row('subscription.updated').getByText('unreadable'))
    await person.click(button('Actions for subscription.updated'))
    await person.click(menuItem('Replay'))
    await expectVisible(toast('Event replayed'))
    expect(server.requests('billingAdmin.replay')[0]?.body).toEqual({ eventId: 'evt_1' })
  })

  it('shows plan, status, next payment, seats and price', async () => {
    await open('?section=billing', {
      'billingAdmin.company': {
        subscriptions: [
          {
            id: 'sub_1',
            status: 'past_due',
            items: [
              {
                price: {
                  id: 'pri_1',
                  name: 'Team, monthly',
                  unitPrice: { amount: 768, currencyCode: 'EUR' },
                  billingCycle: { interval: 'month', frequency: 1 },
                  customData: { productName: 'Team' },
                },
                quantity: 49,
              },
            ],
            scheduledChange: null,
            currentBillingPeriod: { startsAt: longAgo, endsAt: longAgo },
            nextBilledAt: longAgo,
            customData: { companyId: company.id },
          },
        ],
        events: [],
      },
    })
    for (const text of ['Team', 'past due', '49', /7\.68.*per user/, 'No messages of the payment provider.'])
      await expectVisible(text)
  })

  it('offers to try again when it could not be loaded', async () => {
    const { server } = await open('?section=billing', { 'billingAdmin.company': refuse('internal') })
    await expectVisible('The billing of this company could not be loaded.')
    server.answer({ 'billingAdmin.company': { subscriptions: [], events: [] } })
    await person.click(button('Try again'))
    await expectVisible('This company has no subscription.')
  })
})
