/** Subscriptions that nobody could use are canceled: nobody is charged for them. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createRandom } from '../../test/access/random-requests.ts'
import { shuffle } from '../../test/paddle/random-lifecycle.ts'
import { openBillingTest } from '../../test/paddle/billing-test.ts'
import { deliver, startPaddleServer } from '../../test/paddle/paddle-server.ts'
import { createPaddleWorld } from '../../test/paddle/paddle-world.ts'
import { teamPrice } from '../../test/paddle/paddle-shapes.ts'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, type BuiltCompany } from '../company/company.builder.ts'
import { buildUser } from '../user/user.builder.ts'

// Its time is ours, because the nightly comparison reads what changed lately.
const world = createPaddleWorld(new Date())
const paddle = await startPaddleServer({ world })
afterAll(() => paddle.close())
const server = await startTestServer({ config: { billing: paddle.settings } })
const { db } = server
const price = world.addPrice(teamPrice)
const billing = await openBillingTest(server, paddle)
const operator = await server.signIn(await buildUser(db, { isSuperAdmin: true }), null)

let company: BuiltCompany
beforeEach(async () => {
  company = await buildCompany(db, { isBilling: true })
})

const openCheckout = () => billing.beginCheckout(company, price.id)
const setBilling = (isBilling: boolean) =>
  server.call('admin.setBilling', { params: { id: company.id }, body: { isBilling } }, operator)
const remove = () =>
  server.call('admin.removeCompany', { params: { id: company.id }, body: { title: company.title } }, operator)
const statusAtProvider = (id: string) => world.getSubscription(id).status
const mirroredStatuses = async () =>
  (await db.selectFrom('billing_subscriptions').where('company_id', '=', company.id).select('status').execute()).map(
    ({ status }) => status,
  )

describe('disabling billing of a company', () => {
  test('cancels its subscription, and applies the answer without a webhook', async () => {
    const { id } = await billing.subscribe(company, price.id)
    expect((await setBilling(false)).ok.company.isBilling).toBe(false)
    expect(await billing.runCancellations()).toEqual([id])
    expect(statusAtProvider(id)).toBe('canceled')
    expect(await mirroredStatuses()).toEqual(['canceled'])
    // Otherwise a subscription that nobody pays would count as paid.
    expect((await setBilling(true)).ok.company.isBilling).toBe(true)
    const owner = await server.signIn(company.owner, company)
    expect((await server.call('company.paidStatus', {}, owner)).ok.status).toBe('canceled')
  })

  test('cancels nothing once billing is enabled again before the provider could be asked', async () => {
    const { id } = await billing.subscribe(company, price.id)
    await setBilling(false)
    await setBilling(true)
    await billing.runCancellations()
    expect(statusAtProvider(id)).toBe('active')
  })

  test('cancels a subscription that is paid for afterwards, on a checkout that was open', async () => {
    const transactionId = await openCheckout()
    await setBilling(false)
    const { id } = await billing.pay(transactionId)
    expect(await billing.runCancellations()).toEqual([id])
    expect(statusAtProvider(id)).toBe('canceled')
  })

  test('cancels nothing where there is nothing to cancel, and not when billing is enabled', async () => {
    const { id } = await billing.subscribe(company, price.id)
    await setBilling(true)
    expect(await billing.runCancellations()).toEqual([])
    expect(statusAtProvider(id)).toBe('active')
    world.cancel(id, 'immediately')
    await billing.applyEvents()
    await setBilling(false)
    expect(await billing.runCancellations()).toEqual([])
  })

  test('cancels once where the job runs twice, and again where it failed', async () => {
    const { id } = await billing.subscribe(company, price.id)
    await setBilling(false)
    paddle.faults.push({ kind: 'status', status: 500, isHtml: true })
    await expect(billing.runCancellations()).rejects.toMatchObject({ code: 'payment_provider_failed' })
    await setBilling(false)
    expect(await billing.runCancellations()).toEqual([id])
    await billing.cancel(id)
    const cancellations = paddle.requests.filter((request) => request === `POST /subscriptions/${id}/cancel`)
    expect(cancellations).toHaveLength(1)
  })
})

describe('a payment that arrives after billing was disabled', () => {
  const refundsDue = async () =>
    (await server.call('billingAdmin.unapplied', { query: {} }, operator)).ok.refundsDue.filter(
      (refund) => refund.company.id === company.id,
    )

  test('is listed for operators as a refund that is due, once, until it is paid back', async () => {
    const transactionId = await openCheckout()
    await setBilling(false)
    const { id } = await billing.pay(transactionId)
    await billing.runCancellations()
    await billing.applyEvents()
    const [refund, ...others] = await refundsDue()
    expect(refund).toMatchObject({ transactionId, subscriptionId: id, company: { title: company.title } })
    expect(others).toEqual([])
    const total = refund?.due.amount ?? 0
    expect(total).toBeGreaterThan(100)
    world.refund(transactionId, '100', 'approved')
    await billing.applyEvents()
    expect((await refundsDue()).map(({ due }) => due.amount)).toEqual([total - 100])
    // The payment does not become due again, and billing that is enabled again returns nothing.
    await setBilling(true)
    world.refund(transactionId, String(total - 100), 'approved')
    await billing.applyEvents()
    expect(await refundsDue()).toEqual([])
  })

  test('is listed also when its messages are lost: the nightly comparison finds it', async () => {
    const transactionId = await openCheckout()
    await setBilling(false)
    billing.loseEvents()
    world.completeCheckout(transactionId)
    billing.loseEvents()
    await billing.reconcile()
    expect((await refundsDue()).map((refund) => refund.transactionId)).toEqual([transactionId])
  })

  test('is not one that was known before', async () => {
    await billing.subscribe(company, price.id)
    await setBilling(false)
    await billing.runCancellations()
    await billing.applyEvents()
    await billing.reconcile()
    expect(await refundsDue()).toEqual([])
  })
})

describe('a company that is removed while its checkout is open', () => {
  test('is not charged again: the subscription that is paid for is canceled', async () => {
    const transactionId = await openCheckout()
    await remove()
    const { id } = await billing.pay(transactionId)
    expect(await billing.runCancellations()).toEqual([id])
    expect(statusAtProvider(id)).toBe('canceled')
    await billing.applyEvents()
    expect(await billing.runCancellations()).toEqual([])
  })

  test('also when its rows are gone, and the messages arrive repeatedly in another order', async () => {
    const transactionId = await openCheckout()
    await remove()
    await db.deleteFrom('companies').where('id', '=', company.id).execute()
    const from = world.events.length
    const { id } = world.completeCheckout(transactionId)
    for (const event of shuffle(createRandom(3), world.events.slice(from))) await deliver(server.url, event)
    await billing.applyStored()
    expect(await billing.runCancellations()).toEqual([id])
    expect(statusAtProvider(id)).toBe('canceled')
  })

  test('also when the messages are lost: the nightly comparison finds it', async () => {
    const transactionId = await openCheckout()
    await remove()
    const { id } = world.completeCheckout(transactionId)
    await billing.reconcile()
    expect(await billing.runCancellations()).toEqual([id])
    expect(statusAtProvider(id)).toBe('canceled')
  })

  test('a subscription with a forged proof is not touched', async () => {
    const transactionId = await openCheckout()
    const { id } = world.completeCheckout(transactionId)
    await remove()
    const link = { companyId: company.id, companyProof: 'x'.repeat(43) }
    Object.assign(world.getSubscription(id), { custom_data: link })
    await billing.reconcile()
    expect(await billing.runCancellations()).toEqual([])
    expect(statusAtProvider(id)).toBe('active')
  })
})
