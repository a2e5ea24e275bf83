/** The payment provider is slow, resets connections, refuses for a while, or answers with a page instead of JSON. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBillingTest } from '../../test/paddle/billing-test.ts'
import { startPaddleServer, type PaddleFault } from '../../test/paddle/paddle-server.ts'
import { teamPrice } from '../../test/paddle/paddle-shapes.ts'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../company/company.builder.ts'
import { countSeats } from './seats/seat.queries.ts'

const paddle = await startPaddleServer()
afterAll(() => paddle.close())
const server = await startTestServer({ config: { billing: paddle.settings } })
const { db } = server
const { world } = paddle
const price = world.addPrice(teamPrice)
const yearly = world.addPrice({ ...teamPrice, amount: '12000', interval: 'year' })
const billing = await openBillingTest(server, paddle)

let company: BuiltCompany
let owner: string
let id: string
beforeAll(async () => {
  company = await buildCompany(db, { isBilling: true })
  owner = await server.signIn(company.owner, company)
  id = (await billing.subscribe(company, price.id)).id
  await billing.updateSeats()
})
afterEach(() => {
  paddle.faults.length = 0
  paddle.delayMs = 0
})

const faults: Readonly<Record<string, PaddleFault>> = {
  'resets the connection': { kind: 'reset' },
  'refuses with 429': { kind: 'status', status: 429 },
  'answers 500 with a page': { kind: 'status', status: 500, isHtml: true },
  'answers 503': { kind: 'status', status: 503 },
}
const changePlan = () => server.call('billing.update', { body: { subscriptionId: id, priceId: yearly.id } }, owner)
const quantityOf = (subscriptionId: string) => world.getSubscription(subscriptionId).items[0]?.['quantity']
const charges = () => [...world.transactions.values()].filter(({ origin }) => origin === 'subscription_update')

/** The answer to a change is applied as any other, so the seats are compared once more. */
async function expectNothingIsDue(): Promise<void> {
  const before = paddle.requests.length
  await billing.updateSeats()
  expect(paddle.requests.slice(before)).toEqual([])
  expect(await db.selectFrom('billing_seat_changes').selectAll().execute()).toEqual([])
}

describe.each(Object.entries(faults))('a provider that %s', (_name, fault) => {
  test('is reported as unavailable, and the next attempt succeeds', async () => {
    await server.call('billing.listPrices', {}, owner)
    paddle.faults.push(fault)
    const refused = await server.call('billing.history', { query: { refresh: '1' } }, owner)
    expect([refused.status, refused.error.code]).toEqual([503, 'payment_provider_failed'])
    expect((await server.call('billing.history', { query: { refresh: '1' } }, owner)).ok.count).toBe(1)
  })

  test('changes no plan and charges nobody', async () => {
    await server.call('billing.listPrices', {}, owner)
    paddle.faults.push(fault)
    expect((await changePlan()).error.code).toBe('payment_provider_failed')
    expect(charges()).toEqual([])
    expect((await server.call('billing.listSubscriptions', {}, owner)).ok.subscriptions).toMatchObject([
      { id, items: [{ price: { id: price.id } }] },
    ])
  })

  test('keeps the seats of all companies for a later attempt', async () => {
    const other = await buildCompany(db, { isBilling: true })
    const otherId = (await billing.subscribe(other, price.id)).id
    await billing.updateSeats()
    for (const each of [company, other]) await buildMember(db, each)
    paddle.faults.push(fault)
    // The second company is not asked for in vain.
    expect(await billing.updateSeats()).toHaveLength(1)
    expect(await billing.updateSeats()).toEqual([])
    expect(quantityOf(otherId)).toBe(2)
    expect(quantityOf(id)).toBe(await countSeats(db, company.id))
    await expectNothingIsDue()
  })

  test('fails the nightly comparison, which repairs everything when it is repeated', async () => {
    world.pause(id)
    billing.loseEvents()
    paddle.faults.push(fault)
    await expect(billing.reconcile()).rejects.toMatchObject({ code: 'payment_provider_failed' })
    await billing.reconcile()
    const [subscription] = (await server.call('billing.listSubscriptions', {}, owner)).ok.subscriptions
    expect(subscription?.scheduledChange?.action).toBe('pause')
    world.update(id, { scheduled_change: null })
    await billing.applyEvents()
  })
})

test('a provider that refuses with 429 says when to come back', async () => {
  await server.call('billing.listPrices', {}, owner)
  paddle.faults.push({ kind: 'status', status: 429 })
  const refused = await server.call('billing.history', { query: { refresh: '1' } }, owner)
  expect(refused.headers.get('retry-after')).toBe('7')
})

test('a slow provider delays an answer, and changes what it was asked for', async () => {
  paddle.delayMs = 1500
  const { subscription } = (await server.call('billing.pause', { body: { subscriptionId: id } }, owner)).ok
  expect(subscription.scheduledChange?.action).toBe('pause')
  expect((await server.call('billing.resume', { body: { subscriptionId: id } }, owner)).status).toBe(200)
})

test('a provider that never answers is given up after 15 seconds, and the subscription can be changed again', async () => {
  paddle.faults.push({ kind: 'hang' })
  const begin = Date.now()
  expect((await server.call('billing.pause', { body: { subscriptionId: id } }, owner)).error.code).toBe(
    'payment_provider_failed',
  )
  expect(Date.now() - begin).toBeGreaterThanOrEqual(14_900)
  expect((await server.call('billing.pause', { body: { subscriptionId: id } }, owner)).status).toBe(200)
  expect((await server.call('billing.resume', { body: { subscriptionId: id } }, owner)).status).toBe(200)
})

describe('a subscription that cannot be read', () => {
  test('delays the seats of no other company', async () => {
    const other = await buildCompany(db, { isBilling: true })
    const otherId = (await billing.subscribe(other, price.id)).id
    await billing.updateSeats()
    for (const each of [company, other]) await buildMember(db, each)
    await db
      .updateTable('billing_seat_changes')
      .set({ changed_at: new Date('2026-01-01') })
      .where('company_id', '=', company.id)
      .execute()
    const { status } = world.getSubscription(id)
    Object.assign(world.getSubscription(id), { status: 'unheard_of' })
    expect(await billing.updateSeats()).toEqual([`${company.id}: payment_provider_failed`])
    expect(quantityOf(otherId)).toBe(2)
    const changes = db.selectFrom('billing_seat_changes').select(['company_id', 'failures'])
    expect(await changes.where('failures', '>', 0).execute()).toEqual([{ company_id: company.id, failures: 1 }])
    Object.assign(world.getSubscription(id), { status })
    await billing.updateSeats()
    await expectNothingIsDue()
  })
})
