/** Messages of the payment provider that changed nothing, as operators see and replay them. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openBillingTest } from '../../test/paddle/billing-test.ts'
import { startPaddleServer } from '../../test/paddle/paddle-server.ts'
import { teamPrice } from '../../test/paddle/paddle-shapes.ts'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, type BuiltCompany } from '../company/company.builder.ts'
import { buildUser } from '../user/user.builder.ts'
import { newProviderId } from './billing.builder.ts'

const paddle = await startPaddleServer()
afterAll(() => paddle.close())
const server = await startTestServer({ config: { billing: paddle.settings } })
const { db } = server
const { world } = paddle
const price = world.addPrice(teamPrice)
const billing = await openBillingTest(server, paddle)
const operator = await server.signIn(await buildUser(db, { isSuperAdmin: true }), null)

let company: BuiltCompany
beforeEach(async () => {
  company = await buildCompany(db, { isBilling: true })
  await db.deleteFrom('billing_events').execute()
})

const read = async (query: { outcome?: 'foreign' | 'waiting' | 'stored' } = {}) =>
  (await server.call('billingAdmin.unapplied', { query }, operator)).ok
const replay = (eventId: string) => server.call('billingAdmin.replayUnapplied', { body: { eventId } }, operator)

test('messages that were stored and not applied are listed, and applied by replaying them', async () => {
  const transactionId = await billing.beginCheckout(company, price.id)
  billing.loseEvents()
  world.completeCheckout(transactionId)
  await billing.storeEvents()
  const { events } = await read()
  expect(events.every(({ outcome, company: of }) => outcome === 'stored' && of === null)).toBe(true)
  expect(events.map(({ receivedAt }) => receivedAt)).toEqual(
    events
      .map(({ receivedAt }) => receivedAt)
      .toSorted()
      .toReversed(),
  )
  expect((await read({ outcome: 'waiting' })).events).toEqual([])
  const created = events.find(({ type }) => type === 'subscription.created')
  const answer = (await replay(created?.id ?? '')).ok
  expect(answer.event).toMatchObject({ id: created?.id, outcome: 'applied' })
  expect((await read()).events.map(({ id }) => id)).not.toContain(created?.id)
  const owner = await server.signIn(company.owner, company)
  expect((await server.call('company.paidStatus', {}, owner)).ok.status).toBe('active')
  // Again, as a person who presses twice.
  expect((await replay(created?.id ?? '')).ok.event.outcome).toBe('outdated')
})

test('the newest 100 are shown; a message that does not exist is not found', async () => {
  const insert = (outcome: 'foreign' | 'applied' | 'unreadable', companyId: string | null, age: number) => ({
    id: newProviderId('evt'),
    type: 'subscription.updated',
    occurred_at: new Date(),
    received_at: new Date(Date.now() - age * 1000),
    subject_id: 'sub_1',
    data: '{}',
    outcome,
    company_id: companyId,
  })
  await db
    .insertInto('billing_events')
    .values([
      ...Array.from({ length: 100 }, (_, index) => insert('unreadable', null, 10 + index)),
      insert('foreign', company.id, 0),
      insert('applied', company.id, 0),
    ])
    .execute()
  const all = await read()
  expect([all.events.length, all.isTruncated]).toEqual([100, true])
  expect(all.events[0]).toMatchObject({ outcome: 'foreign', company: { id: company.id, title: company.title } })
  const foreign = await read({ outcome: 'foreign' })
  expect([foreign.events.length, foreign.isTruncated]).toEqual([1, false])
  expect((await replay('evt_01none')).status).toBe(404)
})
