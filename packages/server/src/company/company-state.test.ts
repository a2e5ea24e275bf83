/**
 * The decision table as the server implements it: which calls stay available in each state, and how the others are
 * refused.
 */
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildCompany, buildMember } from './company.builder.ts'

const marketingUrl = 'https://www.knowreel.example/'
const server = await startTestServer({ config: { marketingUrl, supportContact: 'help@knowreel.example' } })
const { db } = server

type State = NonNullable<Parameters<typeof buildCompany>[1]> & {
  role?: CompanyRole
  status?: 'active' | 'deactivated'
  isSuperAdmin?: boolean
}

async function enter({ role = 'user', status = 'active', isSuperAdmin, ...overrides }: State) {
  const user = await buildUser(db, { isSuperAdmin: isSuperAdmin ?? false })
  const company = await buildCompany(db, role === 'owner' ? { ...overrides, owner: user } : overrides)
  if (role !== 'owner') await buildMember(db, company, { user, role, status })
  return { user, company, token: await server.signIn(user, company) }
}

const unpaid = { isBilling: true, subscriptionStatus: null } as const

test.each([
  ['without billing', { isBilling: false }, true, 'active'],
  ['without billing, whatever the provider says', { isBilling: false, subscriptionStatus: 'canceled' }, true, 'active'],
  ['active', { isBilling: true, subscriptionStatus: 'active' }, true, 'active'],
  ['in its trial', { isBilling: true, subscriptionStatus: 'trialing' }, true, 'trialing'],
  ['past due', { isBilling: true, subscriptionStatus: 'past_due' }, false, 'past_due'],
  ['paused', { isBilling: true, subscriptionStatus: 'paused' }, false, 'paused'],
  ['canceled', { isBilling: true, subscriptionStatus: 'canceled' }, false, 'canceled'],
  ['with billing and without a subscription', unpaid, false, 'none'],
] as const)('a company %s', async (_name, state, isPaid, status) => {
  const { token } = await enter({ ...state, role: 'owner' })
  const { user, companies } = (await server.call('user.me', {}, token)).ok
  expect([user.company?.isPaid, companies[0]?.isPaid]).toEqual([isPaid, isPaid])
  expect(user.abilities.createArticle).toBe(isPaid)
  expect(user.supportContact).toBe('help@knowreel.example')
  expect((await server.call('company.paidStatus', {}, token)).ok).toEqual({ status })
  const found = await server.call('company.bySlug', { params: { slug: user.company?.slug ?? '' } })
  expect(found.ok.marketingUrl, 'the sign-in page advertises the provider').toBe(isPaid ? marketingUrl : null)
  const list = await server.call('workspace.list', {}, token)
  if (isPaid) expect(list.status).toBe(200)
  else expect([list.status, list.error.code]).toEqual([403, 'company_not_paid'])
})

const states: [string, State, string, object][] = [
  ['the company is deactivated', { isActivated: false }, 'company_deactivated', { company: true }],
  [
    'both the company and the person are deactivated',
    { isActivated: false, status: 'deactivated' },
    'company_deactivated',
    { company: true },
  ],
  ['the person is deactivated', { status: 'deactivated' }, 'user_inactive_in_company', { userInactiveInCompany: true }],
  [
    'the person is deactivated and nothing is paid',
    { ...unpaid, status: 'deactivated' },
    'user_inactive_in_company',
    { userInactiveInCompany: true },
  ],
  ['the company has not paid', unpaid, 'company_not_paid', {}],
  ['the company has not paid, for its owner', { ...unpaid, role: 'owner' }, 'company_not_paid', {}],
]

describe.each(states)('while %s', (_name, state, code, flags) => {
  test('content is refused with the code that screens depend on', async () => {
    const { token } = await enter(state)
    for (const name of ['workspace.list', 'article.list', 'draft.count'] as const) {
      const { status, error } = await server.call(name, {}, token)
      expect([status, error]).toEqual([403, { code, requestId: error.requestId, error: error.error, ...flags }])
    }
  })

  test("the person is shown the company's state, and can switch to another company or create one", async () => {
    const { token, user } = await enter(state)
    const me = (await server.call('user.me', {}, token)).ok.user
    expect(me.abilities).toMatchObject({ createWorkspace: false, createArticle: false })
    const { isActivated } = (await server.call('company.status', {}, token)).ok
    expect(isActivated).toBe(state.isActivated ?? true)
    expect((await server.call('company.list', {}, token)).ok.companies).toHaveLength(1)
    const other = await buildCompany(db, { owner: user })
    expect((await server.call('company.switch', { params: { id: other.id } }, token)).status).toBe(200)
    expect((await server.call('company.create', { body: { title: 'A way out' } }, token)).status).toBe(200)
  })

  test('a super admin has access', async () => {
    const { token } = await enter({ ...state, isSuperAdmin: true })
    expect((await server.call('article.list', {}, token)).status).toBe(200)
  })
})

test('while the company or the person is deactivated, the person is shown who can help', async () => {
  const contactOf = async (token: string) => (await server.call('user.me', {}, token)).ok.user.company?.contact
  const ask = async (state: State) => {
    const { company, token } = await enter(state)
    return { company, contact: await contactOf(token), read: () => contactOf(token) }
  }
  const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

  for (const state of [
    { status: 'deactivated' },
    { isActivated: false, role: 'user' },
    { isActivated: false, role: 'admin', isBilling: true },
  ] as const) {
    const { company, contact } = await ask(state)
    const { owner } = company
    expect(contact, JSON.stringify(state)).toEqual({ name: nameOf(owner), email: owner.email })
  }
  expect((await ask({ role: 'admin' })).contact, 'nothing is deactivated').toBeNull()

  // Only an operator activates a company without billing.
  const { company, contact, read } = await ask({ isActivated: false, role: 'admin' })
  expect(contact).toBeNull()
  await buildUser(db, { isSuperAdmin: true })
  expect(await read(), 'an operator who is not a colleague').toBeNull()
  const operator = await buildUser(db, { isSuperAdmin: true })
  await buildMember(db, company, { user: operator })
  expect(await read()).toEqual({ name: nameOf(operator), email: operator.email })
})

test('without a company everything in one is refused, and former members get a different code', async () => {
  const user = await buildUser(db)
  const token = await server.signIn(user, null)
  for (const name of ['workspace.list', 'company.status', 'company.paidStatus'] as const) {
    const { status, error } = await server.call(name, {}, token)
    expect([status, error.code]).toEqual([403, 'no_company'])
  }
  const me = async () => (await server.call('user.me', {}, token)).ok.user
  expect(await me()).toMatchObject({ company: null, hasLeftCompany: false })
  await db.updateTable('users').set({ left_company_at: new Date() }).where('id', '=', user.id).execute()
  expect(await me()).toMatchObject({ company: null, hasLeftCompany: true })
})

test('the subscription is shown to all, its id and the customer to the owner only', async () => {
  const { company, token } = await enter({ isBilling: true, subscriptionStatus: 'active', role: 'owner' })
  const ids = { subscription_id: 'sub_1', customer_id: 'ctm_1' }
  await db.updateTable('companies').set(ids).where('id', '=', company.id).execute()
  const paddleOf = async (by: string) => {
    const { user } = (await server.call('user.me', {}, by)).ok
    return { company: user.company?.paddle, user: user.paddle }
  }
  expect(await paddleOf(token)).toEqual({
    company: { status: 'active', subscriptionId: 'sub_1' },
    user: { customerId: 'ctm_1' },
  })
  const admin = await buildMember(db, company, { role: 'admin' })
  expect(await paddleOf(await server.signIn(admin, company))).toEqual({
    company: { status: 'active', subscriptionId: null },
    user: null,
  })
})

test('new companies are active and without AI unless the installation says otherwise', async () => {
  const initial = async (by: typeof server, title: string) => {
    const token = await by.signIn(await buildUser(by.db), null)
    const { isActivated, isAiEnabled } = (await by.call('company.create', { body: { title } }, token)).ok.company
    const form = { firstName: 'Ines', lastName: 'Okafor', email: `${title}@example.org`, companyTitle: `${title} two` }
    const { user } = (await by.call('account.signUp', { body: { ...form, password: 'a sentence to remember' } })).ok
    expect(user.company).toMatchObject({ isActivated, isAiEnabled })
    return { isActivated, isAiEnabled }
  }
  expect(await initial(server, 'Usual')).toEqual({ isActivated: true, isAiEnabled: false })
  const other = await startTestServer({ config: { newCompanies: { isActivated: false, isAiEnabled: true } } })
  expect(await initial(other, 'Other')).toEqual({ isActivated: false, isAiEnabled: true })
})

test('if the installation restricts it, only super admins create companies', async () => {
  const closed = await startTestServer({ config: { isCompanyCreationOpen: false } })
  const create = async (isSuperAdmin: boolean) => {
    const user = await buildUser(closed.db, { isSuperAdmin })
    return closed.call('company.create', { body: { title: 'Closed' } }, await closed.signIn(user, null))
  }
  expect((await create(false)).status).toBe(403)
  expect((await create(true)).status).toBe(200)
})
