/** The number of users that is paid for follows the people who are active, against the provider. */
import type { AuditAction } from '@knowreel/shared/audit/audit-actions.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openBillingTest } from '../../../test/paddle/billing-test.ts'
import { startPaddleServer } from '../../../test/paddle/paddle-server.ts'
import { teamPrice } from '../../../test/paddle/paddle-shapes.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../../company/company.builder.ts'

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
let id: string

async function subscribe(priceId = monthly.id): Promise<void> {
  company = await buildCompany(db, { isBilling: true })
  id = (await billing.subscribe(company, priceId)).id
  await billing.updateSeats()
  paddle.requests.length = 0
}
beforeEach(async () => {
  paddle.faults.length = 0
  world.isDeclining = false
  await subscribe()
})

const quantityAtProvider = () => world.getSubscription(id).items.map((item) => item['quantity'])
const mirrored = () =>
  db
    .selectFrom('billing_subscriptions')
    .where('id', '=', id)
    .select(['quantity', 'price_id', 'locked_until'])
    .executeTakeFirstOrThrow()
const changes = () => paddle.requests.filter((request) => request === `PATCH /subscriptions/${id}`).length
const chargesOf = (origin: string) =>
  [...world.transactions.values()].filter((one) => one.subscription_id === id && one.origin === origin)
const pending = () =>
  db.selectFrom('billing_seat_changes').where('company_id', '=', company.id).selectAll().executeTakeFirst()
const auditOf = async (action: AuditAction) =>
  db
    .selectFrom('audit_entries')
    .where('company_id', '=', company.id)
    .where('action', '=', action)
    .select(['before', 'details'])
    .orderBy('id')
    .execute()

describe('people', () => {
  test('who join, are deactivated, activated and removed change the quantity', async () => {
    const owner = await server.signIn(company.owner, company)
    const [password, role] = ['correct horse battery', 'user' as const]
    const person = { firstName: 'Mara', lastName: 'Lindqvist', email: 'mara@example.com', role }
    const body = { ...person, password, passwordConfirm: password }
    const { user } = (await server.call('companyUser.create', { body }, owner)).ok
    await billing.updateSeats()
    expect(quantityAtProvider()).toEqual([2])
    const setStatus = (status: 'active' | 'deactivated') =>
      server.call('companyUser.setStatus', { params: { id: user.id }, body: { status } }, owner)
    expect((await setStatus('deactivated')).status).toBe(200)
    await billing.updateSeats()
    expect(quantityAtProvider()).toEqual([1])
    expect((await setStatus('active')).status).toBe(200)
    await billing.updateSeats()
    expect(quantityAtProvider()).toEqual([2])
    expect((await server.call('companyUser.remove', { params: { id: user.id } }, owner)).status).toBe(200)
    await billing.updateSeats()
    expect(quantityAtProvider()).toEqual([1])
    expect((await mirrored()).quantity).toBe(1)
    expect(await auditOf('seats_changed')).toEqual([
      { before: { seats: 1 }, details: { seats: 2 } },
      { before: { seats: 2 }, details: { seats: 1 } },
      { before: { seats: 1 }, details: { seats: 2 } },
      { before: { seats: 2 }, details: { seats: 1 } },
    ])
    expect(chargesOf('subscription_update'), 'nobody is charged for each person').toEqual([])
  })

  test('who join together cause one change, and one who leaves again none', async () => {
    const members = [await buildMember(db, company), await buildMember(db, company), await buildMember(db, company)]
    await billing.updateSeats()
    expect([quantityAtProvider(), changes()]).toEqual([[4], 1])
    await db
      .deleteFrom('company_members')
      .where('user_id', '=', members[0]?.id ?? '')
      .execute()
    await buildMember(db, company)
    await billing.updateSeats()
    expect([quantityAtProvider(), changes()]).toEqual([[4], 1])
    expect(await pending()).toBeUndefined()
  })

  test('who are only invited or deactivated are not paid for', async () => {
    await buildMember(db, company, { status: 'deactivated' })
    const owner = await server.signIn(company.owner, company)
    const body = {
      firstName: 'Noor',
      lastName: 'Haddad',
      email: 'noor@example.com',
      role: 'user',
      sendEmail: false,
    } as const
    expect((await server.call('invitation.invite', { body }, owner)).status).toBe(200)
    await billing.updateSeats()
    expect([quantityAtProvider(), changes()]).toEqual([[1], 0])
  })
})

describe('a subscription', () => {
  const join = async () => {
    await buildMember(db, company)
    return billing.updateSeats()
  }

  test('in a trial changes without a charge, and is charged for everybody when the trial ends', async () => {
    await subscribe(withTrial.id)
    await join()
    expect(quantityAtProvider()).toEqual([2])
    expect(chargesOf('subscription_update')).toEqual([])
    world.endPeriod(id)
    const [charge] = chargesOf('subscription_recurring')
    expect(charge?.['details']).toMatchObject({ totals: { subtotal: '2400' } })
  })

  test('that ends with its period is charged immediately, once', async () => {
    world.pause(id)
    await billing.applyEvents()
    await join()
    expect(quantityAtProvider()).toEqual([2])
    expect(chargesOf('subscription_update')).toHaveLength(1)
    await billing.updateSeats()
    await billing.reconcile()
    await billing.updateSeats()
    expect(chargesOf('subscription_update')).toHaveLength(1)
  })

  test('that ends and whose card is declined is tried again later, and delays no other company', async () => {
    world.pause(id)
    await billing.applyEvents()
    world.isDeclining = true
    const first = { company, id }
    await buildMember(db, company)
    await subscribe()
    await buildMember(db, company)
    expect(await billing.updateSeats()).toEqual([`${first.company.id}: payment_declined`])
    expect(quantityAtProvider()).toEqual([2])
    ;({ company, id } = first)
    expect(quantityAtProvider()).toEqual([1])
    expect((await pending())?.failures).toBeGreaterThan(0)
    world.isDeclining = false
    await billing.updateSeats()
    expect(quantityAtProvider()).toEqual([2])
    await billing.updateSeats()
    expect(await pending()).toBeUndefined()
  })

  test('that is overdue is not changed until it is paid again', async () => {
    world.isDeclining = true
    world.endPeriod(id)
    await billing.applyEvents()
    expect(await join()).toEqual([])
    expect([quantityAtProvider(), changes()]).toEqual([[1], 0])
    world.isDeclining = false
    world.retryPayment(id)
    await billing.applyEvents()
    await billing.updateSeats()
    expect(quantityAtProvider()).toEqual([2])
  })

  test('that has become overdue without a message is not changed, and the mirror learns it', async () => {
    world.isDeclining = true
    world.endPeriod(id)
    billing.loseEvents()
    expect(await join()).toEqual([])
    expect([quantityAtProvider(), changes()]).toEqual([[1], 0])
    const owner = await server.signIn(company.owner, company)
    expect((await server.call('company.paidStatus', {}, owner)).ok.status).toBe('past_due')
  })

  test('of a company without billing is not changed', async () => {
    await db.updateTable('companies').set({ is_billing: false }).where('id', '=', company.id).execute()
    await join()
    expect(changes()).toBe(0)
  })

  test('keeps what the seller added at the provider', async () => {
    const extra = world.addPrice({ ...teamPrice, productName: 'Support', amount: '5000' })
    extra['custom_data'] = null
    for (const items of [
      [extra, monthly],
      [monthly, extra],
    ]) {
      await subscribe()
      const ordered = items.map((price) => ({ price_id: price.id, quantity: price === extra ? 3 : 1 }))
      world.update(id, { items: ordered, proration_billing_mode: 'do_not_bill' })
      await billing.applyEvents()
      await join()
      expect(quantityAtProvider()).toEqual(ordered.map(({ quantity }) => (quantity === 3 ? 3 : 2)))
      expect(await mirrored()).toMatchObject({ quantity: 2, price_id: monthly.id })
    }
  })
})

describe('a change of the plan', () => {
  const choose = async (priceId: string) => {
    const owner = await server.signIn(company.owner, company)
    return server.call('billing.update', { body: { subscriptionId: id, priceId } }, owner)
  }
  const planAtProvider = () => world.getSubscription(id).items.map((item) => (item['price'] as { id: string }).id)

  test('is not reverted by a change of the seats at the same time', async () => {
    await buildMember(db, company)
    paddle.delayMs = 300
    const [, changed] = await Promise.all([billing.updateSeats(), choose(yearly.id)])
    paddle.delayMs = 0
    expect(changed.status).toBe(200)
    await billing.updateSeats()
    expect([planAtProvider(), quantityAtProvider()]).toEqual([[yearly.id], [2]])
    expect(await mirrored()).toEqual({ quantity: 2, price_id: yearly.id, locked_until: null })
  })

  test('of which the seats know nothing yet is kept', async () => {
    world.update(id, { items: [{ price_id: yearly.id, quantity: 1 }], proration_billing_mode: 'do_not_bill' })
    billing.loseEvents()
    await buildMember(db, company)
    await billing.updateSeats()
    expect([planAtProvider(), quantityAtProvider()]).toEqual([[yearly.id], [2]])
  })

  test('whose answer was lost is not charged again', async () => {
    paddle.lostAnswers.push(`PATCH /subscriptions/${id}`)
    expect((await choose(yearly.id)).error.code).toBe('payment_provider_failed')
    expect(chargesOf('subscription_update')).toHaveLength(1)
    billing.loseEvents()
    expect((await choose(yearly.id)).status).toBe(200)
    expect(chargesOf('subscription_update')).toHaveLength(1)
    expect(await mirrored()).toMatchObject({ price_id: yearly.id })
  })

  test('is refused while another is made, and a lock that was left over ends', async () => {
    const lock = (seconds: number) =>
      db
        .updateTable('billing_subscriptions')
        .set({ locked_until: new Date(Date.now() + seconds * 1000) })
        .where('id', '=', id)
        .execute()
    await lock(60)
    expect((await choose(yearly.id)).error.code).toBe('already_running')
    await lock(2)
    expect((await choose(yearly.id)).status).toBe(200)
  })
})
