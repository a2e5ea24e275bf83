/** Every webhook is lost: the nightly comparison brings the mirror to the provider's state. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openBillingTest } from '../../../test/paddle/billing-test.ts'
import { startPaddleServer } from '../../../test/paddle/paddle-server.ts'
import { teamPrice } from '../../../test/paddle/paddle-shapes.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../../company/company.builder.ts'
import { createPaddleWorld } from '../../../test/paddle/paddle-world.ts'

// Its time is ours, because the comparison reads what changed lately.
const world = createPaddleWorld(new Date())
const paddle = await startPaddleServer({ world })
afterAll(() => paddle.close())
const server = await startTestServer({ config: { billing: paddle.settings } })
const { db } = server
const price = world.addPrice(teamPrice)
const billing = await openBillingTest(server, paddle)

let company: BuiltCompany
let owner: string
beforeEach(async () => {
  company = await buildCompany(db, { isBilling: true })
  owner = await server.signIn(company.owner, company)
})

const subscriptions = async () => (await server.call('billing.listSubscriptions', {}, owner)).ok.subscriptions
const history = async () => (await server.call('billing.history', {}, owner)).ok.transactions
const paidStatus = async () => (await server.call('company.paidStatus', {}, owner)).ok.status

/** A paid checkout of which no message arrives. */
async function subscribeSilently(): Promise<string> {
  const transactionId = await billing.beginCheckout(company, price.id)
  const { id } = world.completeCheckout(transactionId)
  billing.loseEvents()
  return id
}

test('a new subscription and its payment', async () => {
  const id = await subscribeSilently()
  expect(await paidStatus()).toBe('none')
  await billing.reconcile()
  expect(await paidStatus()).toBe('active')
  expect(await subscriptions()).toMatchObject([{ id, status: 'active' }])
  expect(await history()).toMatchObject([{ status: 'completed', subscriptionPrice: 1428, refunded: 0 }])
})

test('a failed payment, a scheduled end, and the end', async () => {
  const id = await subscribeSilently()
  await billing.reconcile()
  world.pause(id)
  billing.loseEvents()
  await billing.reconcile()
  expect(await subscriptions()).toMatchObject([{ status: 'active', scheduledChange: { action: 'pause' } }])
  world.pause(id, 'immediately')
  billing.loseEvents()
  await billing.reconcile()
  expect(await paidStatus()).toBe('paused')
  world.cancel(id, 'immediately')
  billing.loseEvents()
  await billing.reconcile()
  expect(await paidStatus()).toBe('canceled')
})

test('a refund, and the decision about it, also where hundreds of others were made', async () => {
  await subscribeSilently()
  await billing.reconcile()
  const [payment] = await history()
  const refund = world.refund(payment?.transactionId ?? '', '400')
  // Of other products of the account, on the pages before.
  for (let count = 0; count < 210; count++) {
    const { id } = world.refund(payment?.transactionId ?? '', '1')
    Object.assign(world.adjustments.get(id) ?? {}, { transaction_id: 'txn_01other', subscription_id: null })
  }
  billing.loseEvents()
  await billing.reconcile()
  expect(await history()).toMatchObject([{ refunded: 0 }])
  world.decideRefund(refund.id, 'approved')
  billing.loseEvents()
  expect((await billing.reconcile()).repaired).toBe(1)
  expect(await history()).toMatchObject([{ refunded: 400 }])
  // Nothing is left to repair.
  expect((await billing.reconcile()).repaired).toBe(0)
})

test('adjustments of more than 30 days ago are not read', async () => {
  await subscribeSilently()
  await billing.reconcile()
  const [payment] = await history()
  for (let count = 0; count < 250; count++) {
    const { id } = world.refund(payment?.transactionId ?? '', '1')
    Object.assign(world.adjustments.get(id) ?? {}, { created_at: '2025-01-01T00:00:00.000000Z' })
  }
  const fresh = world.refund(payment?.transactionId ?? '', '300', 'approved')
  billing.loseEvents()
  expect((await billing.reconcile()).adjustments).toBe(100)
  expect(fresh.status).toBe('approved')
  expect(await history()).toMatchObject([{ refunded: 300 }])
})

test('seats that were changed at the provider, or whose change was forgotten', async () => {
  const id = await subscribeSilently()
  await billing.reconcile()
  await buildMember(db, company)
  await billing.updateSeats()
  world.update(id, { items: [{ price_id: price.id, quantity: 7 }], proration_billing_mode: 'do_not_bill' })
  billing.loseEvents()
  await db.deleteFrom('billing_seat_changes').execute()
  await billing.reconcile()
  await billing.updateSeats()
  expect(world.getSubscription(id).items).toMatchObject([{ quantity: 2 }])
})

test('a message that could not be applied is applied late, once', async () => {
  const transactionId = await billing.beginCheckout(company, price.id)
  billing.loseEvents()
  world.completeCheckout(transactionId)
  await billing.storeEvents()
  await db
    .updateTable('billing_events')
    .set({ received_at: new Date('2026-01-01') })
    .execute()
  expect((await billing.reconcile()).events).toBeGreaterThan(0)
  expect(await paidStatus()).toBe('active')
  expect((await billing.reconcile()).events).toBe(0)
  const changes = await db
    .selectFrom('audit_entries')
    .where('company_id', '=', company.id)
    .where('action', '=', 'subscription_status_changed')
    .select('details')
    .execute()
  expect(changes).toHaveLength(1)
})
