/** The owner's calls against the provider: what they change there, what they refuse, and what a repetition does. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openBillingTest } from '../../test/paddle/billing-test.ts'
import { startPaddleServer } from '../../test/paddle/paddle-server.ts'
import { teamPrice } from '../../test/paddle/paddle-shapes.ts'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../company/company.builder.ts'

const paddle = await startPaddleServer()
afterAll(() => paddle.close())
const server = await startTestServer({ config: { billing: paddle.settings } })
const { db } = server
const { world } = paddle
const monthly = world.addPrice(teamPrice)
const yearly = world.addPrice({ ...teamPrice, amount: '12000', interval: 'year' })
const withTrial = world.addPrice({ ...teamPrice, trial: { interval: 'day', frequency: 14 } })
const billing = await openBillingTest(server, paddle)

let company: BuiltCompany
let owner: string
let id: string

async function subscribe(priceId: string): Promise<void> {
  company = await buildCompany(db, { isBilling: true })
  owner = await server.signIn(company.owner, company)
  id = (await billing.subscribe(company, priceId)).id
}
beforeEach(async () => {
  world.isDeclining = false
  await subscribe(monthly.id)
})

const choose = (priceId: string) => server.call('billing.update', { body: { subscriptionId: id, priceId } }, owner)
const pause = () => server.call('billing.pause', { body: { subscriptionId: id } }, owner)
const resume = () => server.call('billing.resume', { body: { subscriptionId: id } }, owner)
const charges = () =>
  [...world.transactions.values()].filter((one) => one.subscription_id === id && one.origin !== 'api').length
const codeOf = async (answer: ReturnType<typeof choose> | ReturnType<typeof pause> | ReturnType<typeof resume>) =>
  (await answer).error.code

describe('a plan', () => {
  test('is changed for as many users as are active, and charged once', async () => {
    await buildMember(db, company)
    const { subscription } = (await choose(yearly.id)).ok
    expect(subscription.items).toMatchObject([{ price: { id: yearly.id }, quantity: 2 }])
    expect(charges()).toBe(1)
    expect(await codeOf(choose(yearly.id))).toBe('unknown_price')
    expect(charges()).toBe(1)
  })

  test('is not changed if the card is declined', async () => {
    world.isDeclining = true
    expect(await codeOf(choose(yearly.id))).toBe('payment_declined')
    expect(world.getSubscription(id).items).toMatchObject([{ price: { id: monthly.id } }])
    expect(charges()).toBe(0)
  })

  test('is changed in a trial without a charge', async () => {
    await subscribe(withTrial.id)
    expect((await choose(yearly.id)).ok.subscription.status).toBe('trialing')
    expect(charges()).toBe(0)
  })

  test('with a trial, or an unknown one, is refused', async () => {
    expect(await codeOf(choose(withTrial.id))).toBe('unknown_price')
    expect(await codeOf(choose('pri_01none'))).toBe('unknown_price')
  })

  test('is not changed while the subscription ends, also if only the provider knows that yet', async () => {
    world.pause(id)
    billing.loseEvents()
    expect(await codeOf(choose(yearly.id))).toBe('subscription_ending')
    expect(charges()).toBe(0)
  })

  test('cannot be bought twice', async () => {
    const again = await server.call('billing.createTransaction', { body: { priceId: monthly.id } }, owner)
    expect(again.error.code).toBe('subscription_exists')
  })
})

describe('a subscription', () => {
  test('ends with its period, once, and is kept again', async () => {
    expect((await pause()).ok.subscription.scheduledChange?.action).toBe('pause')
    expect(await codeOf(pause())).toBe('subscription_ending')
    expect((await resume()).ok.subscription.scheduledChange).toBeNull()
    expect(await codeOf(resume())).toBe('subscription_not_ending')
    expect(charges()).toBe(0)
  })

  test('whose payment is due ends immediately, because the provider cannot schedule its end', async () => {
    world.isDeclining = true
    world.endPeriod(id)
    await billing.applyEvents()
    expect((await server.call('company.paidStatus', {}, owner)).ok.status).toBe('past_due')
    expect((await pause()).ok.subscription).toMatchObject({ status: 'paused', scheduledChange: null })
    expect(await codeOf(pause())).toBe('subscription_ending')
  })

  test('keeps its payment method while it is paused', async () => {
    const changeMethod = () => server.call('billing.updatePayment', { params: { id } }, owner)
    expect((await changeMethod()).status).toBe(200)
    world.pause(id)
    world.endPeriod(id)
    await billing.applyEvents()
    expect((await changeMethod()).error.code).toBe('subscription_ending')
  })

  test('that has ended is charged once when it is resumed, however often that is requested', async () => {
    world.pause(id)
    world.endPeriod(id)
    await billing.applyEvents()
    const before = charges()
    paddle.lostAnswers.push(`POST /subscriptions/${id}/resume`)
    expect(await codeOf(resume())).toBe('payment_provider_failed')
    const [first, second] = await Promise.all([resume(), resume()])
    expect(first.status).toBe(200)
    // The second is refused if it arrives when the first is complete.
    expect([200, 'subscription_not_ending']).toContain(second.status === 200 ? 200 : second.error.code)
    expect(charges()).toBe(before + 1)
    await billing.applyEvents()
    expect((await server.call('company.paidStatus', {}, owner)).ok.status).toBe('active')
  })
})

describe('the history', () => {
  const read = (query: { refresh?: '1' }) => server.call('billing.history', { query }, owner)

  test('reads payments and refunds from the provider on request', async () => {
    world.endPeriod(id)
    const [payment] = [...world.transactions.values()].filter((one) => one.subscription_id === id)
    world.refund(payment?.id ?? '', '500', 'approved')
    billing.loseEvents()
    expect((await read({})).ok.count).toBe(1)
    const { transactions, count } = (await read({ refresh: '1' })).ok
    expect(count).toBe(2)
    expect(transactions.find(({ transactionId }) => transactionId === payment?.id)?.refunded).toBe(500)
  })

  test('gives the address of an invoice, if there is one', async () => {
    const [payment] = (await read({})).ok.transactions
    const invoice = await server.call('billing.invoice', { params: { id: payment?.transactionId ?? '' } }, owner)
    expect(invoice.ok.url).toContain(`/${payment?.transactionId}.pdf`)
    await subscribe(withTrial.id)
    const [trial] = (await read({})).ok.transactions
    const missing = await server.call('billing.invoice', { params: { id: trial?.transactionId ?? '' } }, owner)
    expect(missing.error.code).toBe('invoice_missing')
  })
})
