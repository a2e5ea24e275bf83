/** Payments on the checkout page. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openBillingTest } from '../../test/paddle/billing-test.ts'
import { startPaddleServer } from '../../test/paddle/paddle-server.ts'
import { teamPrice } from '../../test/paddle/paddle-shapes.ts'
import { startTestServer, testSecret } from '../../test/server.ts'
import { buildCompany, type BuiltCompany } from '../company/company.builder.ts'
import { createCompanyProofs } from './company-proof.ts'

const paddle = await startPaddleServer()
afterAll(() => paddle.close())
const server = await startTestServer({ config: { billing: paddle.settings } })
const { db } = server
const { world } = paddle
const price = world.addPrice(teamPrice)
const billing = await openBillingTest(server, paddle)
const proofs = createCompanyProofs(testSecret)

let company: BuiltCompany
let owner: string
beforeEach(async () => {
  company = await buildCompany(db, { isBilling: true })
  owner = await server.signIn(company.owner, company)
})

const read = (id: string) => server.call('billing.checkout', { params: { id } }, owner)
const paidStatus = async () => (await server.call('company.paidStatus', {}, owner)).ok.status
const history = async () => (await server.call('billing.history', {}, owner)).ok.transactions

describe('a payment', () => {
  test('whose messages are lost is applied when the checkout page reads it', async () => {
    const transactionId = await billing.beginCheckout(company, price.id)
    expect((await read(transactionId)).ok.checkout.isPaid).toBe(false)
    const { id } = world.completeCheckout(transactionId)
    billing.loseEvents()
    expect(await paidStatus()).toBe('none')
    expect((await read(transactionId)).ok.checkout.isPaid).toBe(true)
    expect(await paidStatus()).toBe('active')
    expect(await history()).toMatchObject([{ transactionId, status: 'completed' }])
    await read(transactionId)
    const { subscriptions } = (await server.call('billing.listSubscriptions', {}, owner)).ok
    expect(subscriptions.map((subscription) => subscription.id)).toEqual([id])
  })

  test('of which the provider has no subscription yet changes nothing', async () => {
    const transactionId = await billing.beginCheckout(company, price.id)
    Object.assign(world.getTransaction(transactionId), { status: 'paid' })
    expect((await read(transactionId)).ok.checkout.isPaid).toBe(true)
    expect(await paidStatus()).toBe('none')
  })

  test('is shown as paid also while the provider does not answer for its subscription', async () => {
    const transactionId = await billing.beginCheckout(company, price.id)
    world.completeCheckout(transactionId)
    billing.loseEvents()
    paddle.faults.push({ kind: 'none' }, { kind: 'status', status: 503 })
    expect((await read(transactionId)).ok.checkout.isPaid).toBe(true)
    expect(await paidStatus()).toBe('none')
    expect((await read(transactionId)).ok.checkout.isPaid).toBe(true)
    expect(await paidStatus()).toBe('active')
  })

  test('of another company is not shown and not applied', async () => {
    const other = await buildCompany(db, { isBilling: true })
    const transactionId = await billing.beginCheckout(other, price.id)
    world.completeCheckout(transactionId)
    billing.loseEvents()
    expect((await read(transactionId)).status).toBe(404)
    expect(await paidStatus()).toBe('none')
  })
})

describe('a checkout of something that is no plan, with a genuine proof', () => {
  const buyOther = () => {
    const cheap = world.addPrice({ ...teamPrice, productName: 'Newsletter', amount: '1' })
    cheap['custom_data'] = null
    const customer = world.createCustomer(`${crypto.randomUUID()}@example.com`, 'Owner')
    const items = [{ price_id: cheap.id, quantity: 1 }]
    const order = { items, customer_id: customer.id, custom_data: { ...proofs.linkTo(company.id) } }
    const transactionId = world.createTransaction(order).id
    return { transactionId, subscription: world.completeCheckout(transactionId) }
  }
  const outcomes = async (subjectId: string) =>
    (
      await db
        .selectFrom('billing_events')
        .where('subject_id', '=', subjectId)
        .select(['outcome', 'company_id'])
        .distinct()
        .execute()
    ).map(({ outcome, company_id: companyId }) => [outcome, companyId])

  test('pays for nothing; the operators see it among the messages of the company', async () => {
    billing.loseEvents()
    const { transactionId, subscription } = buyOther()
    await billing.applyEvents()
    expect(await paidStatus()).toBe('none')
    expect(await history()).toEqual([])
    expect(await outcomes(subscription.id)).toEqual([['foreign', company.id]])
    expect(await outcomes(transactionId)).toEqual([['foreign', company.id]])
  })

  test('neither by the nightly comparison nor by the checkout page', async () => {
    const { transactionId } = buyOther()
    billing.loseEvents()
    await billing.reconcile()
    await read(transactionId)
    expect(await paidStatus()).toBe('none')
    expect(await history()).toEqual([])
    expect(await billing.runCancellations()).toEqual([])
  })

  test('a plan is one also where the seller added something to it', async () => {
    const cheap = world.addPrice({ ...teamPrice, productName: 'Newsletter', amount: '1' })
    cheap['custom_data'] = null
    const transactionId = await billing.beginCheckout(company, price.id)
    const transaction = world.getTransaction(transactionId)
    transaction.items.unshift({ price: cheap, quantity: 5 })
    billing.loseEvents()
    const { id } = world.completeCheckout(transactionId)
    await billing.applyEvents()
    const { subscriptions } = (await server.call('billing.listSubscriptions', {}, owner)).ok
    expect(subscriptions).toMatchObject([{ id, items: [{ price: { id: price.id }, quantity: 1 }] }])
    expect(await history()).toMatchObject([{ productName: 'Team', usersCount: 1, costPerUser: 1200 }])
  })
})
