/** Subscriptions that nobody could use are canceled: nobody is charged for them. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRandom } from '../../test/access/random-requests.ts'
import { shuffle } from '../../test/paddle/random-lifecycle.ts'
import { openBillingTest } from '../../test/paddle/billing-test.ts'
import { deliver, startPaddleServer } from '../../test/paddle/paddle-server.ts'
import { createPaddleWorld } from '../../test/paddle/paddle-world.ts'
import { teamPrice } from '../../test/paddle/paddle-shapes.ts'
import { startTestServer } from '../../test/server.ts'
import { removeCompanyContent } from '../admin/remove-company-content.ts'
import { buildTransaction } from './billing.builder.ts'
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
  await db.updateTable('billing_transactions').set({ is_refund_due: false }).execute()
  company = await buildCompany(db, { isBilling: true })
})

afterEach(async () => {
  // The nightly comparison of the next test finds nothing to cancel.
  for (const { id, status } of world.subscriptions.values()) if (status !== 'canceled') world.cancel(id, 'immediately')
  billing.loseEvents()
  await billing.runCancellations()
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

const refundsDue = async () => (await server.call('billingAdmin.unapplied', { query: {} }, operator)).ok.refundsDue
const dismiss = (transactionId: string) =>
  server.call('billingAdmin.dismissRefund', { body: { transactionId, reason: 'Refunded by bank transfer' } }, operator)

describe('a payment that is made after billing was disabled', () => {
  test('is listed for operators as a refund that is due, once, until it is paid back', async () => {
    const transactionId = await openCheckout()
    await setBilling(false)
    world.catchUp()
    const { id } = await billing.pay(transactionId)
    await billing.runCancellations()
    await billing.applyEvents()
    const [refund, ...others] = await refundsDue()
    expect(refund).toMatchObject({ transactionId, subscriptionId: id, company: { id: company.id } })
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
    world.catchUp()
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

  test('is not one that was made before and becomes known later', async () => {
    const transactionId = await openCheckout()
    world.catchUp()
    const { id } = world.completeCheckout(transactionId)
    world.advance(1)
    await vi.waitUntil(() => Date.now() > world.now().getTime())
    await setBilling(false)
    await billing.applyEvents()
    expect(await billing.runCancellations()).toEqual([id])
    expect(await refundsDue()).toEqual([])
  })

  test('is no longer listed once an operator dismisses its refund with a reason', async () => {
    const transactionId = await openCheckout()
    await setBilling(false)
    world.catchUp()
    await billing.pay(transactionId)
    expect((await refundsDue()).map((refund) => refund.transactionId)).toEqual([transactionId])
    expect((await dismiss(transactionId)).ok.success).toBe(true)
    await billing.reconcile()
    expect(await refundsDue()).toEqual([])
    expect((await dismiss(transactionId)).status).toBe(404)
    const entries = await db
      .selectFrom('audit_entries')
      .where('action', '=', 'refund_dismissed')
      .select('details')
      .execute()
    expect(entries).toEqual([{ details: { transactionId, reason: 'Refunded by bank transfer' } }])
  })
})

describe('a refund that is due to a removed company', () => {
  const runRemoval = () =>
    removeCompanyContent({
      services: { db, jobs: server.jobs },
      companyId: company.id,
      signal: new AbortController().signal,
      log: () => undefined,
    })
  const payments = () =>
    db
      .selectFrom('billing_transactions')
      .where('company_id', '=', company.id)
      .select(['id', 'payment_digits'])
      .execute()

  test('stays listed until it is refunded; the other payments go with the company', async () => {
    await buildTransaction(db, { company })
    const transactionId = await openCheckout()
    await setBilling(false)
    world.catchUp()
    const { id } = await billing.pay(transactionId)
    await remove()
    await runRemoval()
    expect(await payments()).toEqual([{ id: transactionId, payment_digits: null }])
    const [refund, ...others] = await refundsDue()
    expect(refund).toMatchObject({ transactionId, subscriptionId: id, company: null })
    expect(others).toEqual([])
    world.refund(transactionId, String(refund?.due.amount), 'approved')
    await billing.applyEvents()
    await billing.reconcile()
    expect(await refundsDue()).toEqual([])
  })

  test('stays dismissed when the company is removed and the nightly comparison reads the payment again', async () => {
    const transactionId = await openCheckout()
    await setBilling(false)
    world.catchUp()
    await billing.pay(transactionId)
    await dismiss(transactionId)
    await remove()
    await runRemoval()
    await billing.runCancellations()
    await billing.reconcile()
    expect(await refundsDue()).toEqual([])
  })

  test.each(['while its rows are deleted', 'after its rows are deleted'])(
    'is listed for a payment that is made %s, by message or nightly comparison',
    async (when) => {
      const [first, second] = [await openCheckout(), await openCheckout()]
      await remove()
      if (when.startsWith('after')) await runRemoval()
      world.catchUp()
      await billing.pay(first)
      await billing.runCancellations()
      world.completeCheckout(second)
      billing.loseEvents()
      await billing.reconcile()
      await billing.runCancellations()
      await runRemoval()
      await billing.applyEvents()
      expect((await refundsDue()).map(({ transactionId }) => transactionId).toSorted()).toEqual(
        [first, second].toSorted(),
      )
      expect((await payments()).map(({ payment_digits: digits }) => digits)).toEqual([null, null])
    },
  )

  test('is listed also if nobody knows when the billing of the company was disabled', async () => {
    const transactionId = await openCheckout()
    await setBilling(false)
    // As the migration marks companies that had no billing already.
    await sql`update billing_ends set ended_at = '-infinity' where company_id = ${company.id}`.execute(db)
    await remove()
    world.catchUp()
    await billing.pay(transactionId)
    expect((await refundsDue()).map((refund) => refund.transactionId)).toEqual([transactionId])
  })

  test('is none of a company that was gone before removals were recorded', async () => {
    world.catchUp()
    await billing.subscribe(company, price.id)
    await remove()
    await runRemoval()
    await sql`delete from billing_ends where company_id = ${company.id}`.execute(db)
    await billing.reconcile()
    expect(await refundsDue()).toEqual([])
  })

  test('is none for a payment that was made before, though the nightly comparison reads it again', async () => {
    world.catchUp()
    await billing.subscribe(company, price.id)
    await vi.waitUntil(() => Date.now() > world.now().getTime())
    await remove()
    await billing.runCancellations()
    await runRemoval()
    await billing.reconcile()
    expect(await refundsDue()).toEqual([])
    expect(await payments()).toEqual([])
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
