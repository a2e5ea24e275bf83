import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { deliver, signWebhook, startPaddleServer, webhookSecret } from '../../../test/paddle/paddle-server.ts'
import { teamPrice, type PaddleEvent, type PaddlePrice } from '../../../test/paddle/paddle-shapes.ts'
import { startTestServer, testSecret } from '../../../test/server.ts'
import { buildCompany, type BuiltCompany } from '../../company/company.builder.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { buildHttpServer } from '../../platform/http/http-server.ts'
import { createCompanyProofs } from '../company-proof.ts'
import { applyEvent } from './apply-event.ts'
import { registerBillingWebhook } from './receive-webhook.ts'

const paddle = await startPaddleServer()
afterAll(() => paddle.close())
// Without a worker: the tests decide when an event is applied.
const server = await startTestServer({ config: { billing: paddle.settings } })
const { db, url } = server
const { world } = paddle
const proofs = createCompanyProofs(testSecret)
const price: PaddlePrice = world.addPrice(teamPrice)

const apply = ({ event_id: id }: PaddleEvent) =>
  applyEvent(db, { proofs, cancelSubscription: () => Promise.resolve() }, id)
async function arrive(...events: readonly PaddleEvent[]): Promise<void> {
  for (const event of events) {
    expect(await deliver(url, event)).toBe(200)
    await apply(event)
  }
}

/** A paid checkout with these data. Returns its subscription and the events, oldest first. */
function checkOut(link: Record<string, unknown> | null): { id: string; transactionId: string; events: PaddleEvent[] } {
  const from = world.events.length
  const customer = world.createCustomer(`${crypto.randomUUID()}@example.com`, 'Owner')
  const items = [{ price_id: price.id, quantity: 1 }]
  const { id: transactionId } = world.createTransaction({ items, customer_id: customer.id, custom_data: link })
  const { id } = world.completeCheckout(transactionId)
  return { id, transactionId, events: world.events.slice(from) }
}

const last = (events: readonly PaddleEvent[], kind: string): PaddleEvent => {
  const event = events.findLast(({ event_type: type }) => type.startsWith(kind))
  if (event === undefined) throw new Error(`No event of a ${kind}`)
  return event
}

const rowsOf = async (table: string, column: string, id: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db))
    .rows
const outcomeOf = async ({ event_id: id }: PaddleEvent) =>
  (await rowsOf('billing_events', 'id', id)).map(({ outcome }) => outcome)
const countJobs = async ({ event_id: id }: PaddleEvent) =>
  (await sql`select from pgboss.job where name = 'apply-billing-event' and data ->> 'eventId' = ${id}`.execute(db)).rows
    .length
const statusChangesOf = async (company: BuiltCompany) =>
  (await rowsOf('audit_entries', 'company_id', company.id)).filter(
    ({ action }) => action === 'subscription_status_changed',
  )
const statusOf = async (company: BuiltCompany) =>
  (await rowsOf('companies', 'id', company.id))[0]?.['subscription_status'] ?? null

let company: BuiltCompany
beforeEach(async () => {
  company = await buildCompany(db, { isBilling: true })
})

describe('while the database is unavailable', () => {
  test('a message gets 503 and a time to retry', async () => {
    const away = openDatabase({
      connection: { host: '/nowhere/knowreel', user: 'knowreel', database: 'knowreel' },
      log: { warn: () => undefined },
    })
    const app = await buildHttpServer({ log: pino({ level: 'silent' }), isHttps: false })
    const enqueue = () => Promise.reject(new Error('unreachable'))
    registerBillingWebhook(app, { db: away.db, enqueue, secrets: [webhookSecret], onPriceChange: () => {} })
    const body = JSON.stringify(last(checkOut(null).events, 'subscription'))
    const answer = await app.inject({
      method: 'POST',
      url: '/billing/webhook',
      headers: { 'content-type': 'application/json', 'paddle-signature': signWebhook(body) },
      body,
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toEqual({ code: 'unavailable', error: expect.any(String), requestId: expect.any(String) })
    await app.close()
    await away.close()
  })

  test('a message that is being stored is stored by its repetition, and applied once', async () => {
    const event = last(checkOut({ ...proofs.linkTo(company.id) }).events, 'subscription')
    const refused = await whileLocked('billing_events', () => deliver(url, event))
    expect(refused).toBe(503)
    expect(await outcomeOf(event)).toEqual([])
    expect(await countJobs(event)).toBe(0)
    // The provider repeats it, also when only its answer was lost.
    for (let times = 0; times < 3; times++) expect(await deliver(url, event)).toBe(200)
    expect(await outcomeOf(event)).toEqual(['stored'])
    expect(await countJobs(event)).toBe(1)
    await apply(event)
    await apply(event)
    expect(await statusOf(company)).toBe('active')
    expect(await statusChangesOf(company)).toHaveLength(1)
  })

  test('a message that is being applied is applied by the next attempt, with one entry in the audit log', async () => {
    const event = last(checkOut({ ...proofs.linkTo(company.id) }).events, 'subscription')
    expect(await deliver(url, event)).toBe(200)
    await whileLocked('audit_entries', () => expect(apply(event)).rejects.toThrow(/terminat/))
    expect(await outcomeOf(event)).toEqual(['stored'])
    expect(await statusOf(company)).toBeNull()
    expect(await rowsOf('billing_subscriptions', 'company_id', company.id)).toEqual([])
    await apply(event)
    expect(await outcomeOf(event)).toEqual(['applied'])
    expect(await statusChangesOf(company)).toHaveLength(1)
  })

  /** Ends the connection of `work` in the middle of its transaction: where it waits for this table. */
  async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
    return db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
      const working = work()
      const end = async () =>
        (
          await sql<{ is: boolean }>`
            select pg_terminate_backend(pid) as is from pg_locks
            where not granted and relation = ${table}::regclass and database = (
              select oid from pg_database where datname = current_database())`.execute(db)
        ).rows.length
      await expect.poll(end, { timeout: 20_000 }).toBe(1)
      return working
    })
  }
})

describe('a checkout', () => {
  test('that somebody else made for a company is stored and changes nothing', async () => {
    const other = await buildCompany(db, { isBilling: true })
    const links = [
      { companyId: company.id },
      { companyId: company.id, companyProof: 'x'.repeat(43) },
      // Genuine, for another company.
      { ...proofs.linkTo(other.id), companyId: company.id },
      // Signed by another installation.
      createCompanyProofs('another secret of 32 characters!').linkTo(company.id),
      { companyId: "' or 1=1", companyProof: '' },
    ]
    for (const link of links) {
      const { id, events } = checkOut({ ...link })
      await arrive(...events)
      expect(await outcomeOf(last(events, 'subscription'))).toEqual(['foreign'])
      expect(await rowsOf('billing_subscriptions', 'id', id)).toEqual([])
    }
    expect(await statusOf(company)).toBeNull()
    expect(await statusOf(other)).toBeNull()
    expect(await rowsOf('billing_transactions', 'company_id', company.id)).toEqual([])
    expect(await statusChangesOf(company)).toEqual([])
  })

  test('never assigns the subscription or the payments of another company', async () => {
    const thief = await buildCompany(db, { isBilling: true })
    const { id, transactionId, events } = checkOut({ ...proofs.linkTo(company.id) })
    await arrive(...events)
    for (const kind of ['subscription', 'transaction']) {
      const event = structuredClone(last(events, kind))
      event.data['custom_data'] = { ...proofs.linkTo(thief.id) }
      event.data['updated_at'] = '2030-01-01T00:00:00.000000Z'
      await arrive({ ...event, event_id: `evt_${crypto.randomUUID()}`, occurred_at: '2030-01-01T00:00:00.000000Z' })
    }
    expect(await rowsOf('billing_subscriptions', 'id', id)).toMatchObject([{ company_id: company.id }])
    expect(await rowsOf('billing_transactions', 'id', transactionId)).toMatchObject([{ company_id: company.id }])
    expect(await statusOf(thief)).toBeNull()
  })
})

test('a refund that arrives before its payment is applied when the payment arrives, whatever the order', async () => {
  const { id, transactionId, events } = checkOut({ ...proofs.linkTo(company.id) })
  const from = world.events.length
  const refund = world.refund(transactionId, '1200')
  world.decideRefund(refund.id, 'approved')
  const [asked, approved] = world.events.slice(from) as [PaddleEvent, PaddleEvent]
  await arrive(approved, asked)
  expect([...(await outcomeOf(approved)), ...(await outcomeOf(asked))]).toEqual(['waiting', 'waiting'])
  const subscribed = events.filter(({ event_type: type }) => type.startsWith('subscription'))
  const renewal = structuredClone(last(events, 'transaction'))
  // As a renewal, which names only its subscription.
  renewal.data['custom_data'] = null
  await arrive(renewal)
  expect(await outcomeOf(renewal)).toEqual(['waiting'])
  expect(await rowsOf('billing_adjustments', 'id', refund.id)).toEqual([])
  await arrive(...subscribed)
  expect(await rowsOf('billing_transactions', 'id', transactionId)).toMatchObject([{ subscription_id: id }])
  expect(await rowsOf('billing_adjustments', 'id', refund.id)).toMatchObject([{ status: 'approved', total: 1200 }])
  expect(await outcomeOf(approved)).toEqual(['applied'])
})

describe('a message that cannot be read', () => {
  const lines: string[] = []
  const open = async () => {
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const app = await buildHttpServer({ log, isHttps: false })
    registerBillingWebhook(app, { db, enqueue: failing, secrets: [webhookSecret], onPriceChange: () => {} })
    return app
  }
  const failing = () => Promise.reject(new Error('nothing is enqueued'))
  const app = open()
  afterAll(async () => (await app).close())
  const send = async (body: string, signature: string | null = signWebhook(body)) => {
    const headers = {
      'content-type': 'application/json',
      ...(signature !== null && { 'paddle-signature': signature }),
    }
    const answer = await (await app).inject({ method: 'POST', url: '/billing/webhook', headers, body })
    return { status: answer.statusCode, answer: answer.json<Record<string, unknown>>() }
  }
  const event = { event_id: 'evt_1', event_type: 'subscription.updated', occurred_at: '2026-11-01T09:00:00Z' }
  const nested = `${'['.repeat(400_000)}${']'.repeat(400_000)}`

  test.each([
    ['no JSON', '{"secret-name'],
    ['nothing', ''],
    ['a list', '["secret-name"]'],
    ['no event', '{"name":"secret-name"}'],
    ['no data', JSON.stringify({ ...event, secret: 'secret-name' })],
    ['a wrong time', JSON.stringify({ ...event, occurred_at: 'secret-name', data: { id: 'sub_1' } })],
    ['a wrong parent', JSON.stringify({ ...event, data: { id: 'txn_1', subscription_id: ['secret-name'] } })],
    ['endless lists', nested],
  ])('with %s is refused with 400 and logged without its content', async (_name, body) => {
    lines.length = 0
    const { status, answer } = await send(body)
    expect(status).toBe(400)
    expect(answer).toEqual({ code: 'unreadable_request', error: expect.any(String), requestId: expect.any(String) })
    expect(JSON.parse(lines.join(''))).toMatchObject({ level: 40, code: 'unreadable_request', bytes: body.length })
    expect(lines.join('')).not.toContain('secret-name')
  })

  test('or is not signed is refused, and a flood of them writes a few lines only', async () => {
    lines.length = 0
    const body = JSON.stringify({ ...event, data: { id: 'sub_1', name: 'secret-name' } })
    const wrongs = [null, '', 'ts=1;h1=0', signWebhook(`${body} `), signWebhook(body, { secret: 'another' })]
    for (let round = 0; round < 5; round++)
      for (const wrong of wrongs) {
        const { status, answer } = await send(body, wrong)
        expect([status, answer['code']]).toEqual([403, 'webhook_not_signed'])
      }
    expect(lines.length).toBeLessThanOrEqual(10)
    expect(lines.join('')).not.toContain('secret-name')
    expect(await rowsOf('billing_events', 'id', 'evt_1')).toEqual([])
  })
})

test('a message with characters that the database refuses is stored without them', async () => {
  const event = structuredClone(last(checkOut({ ...proofs.linkTo(company.id) }).events, 'subscription'))
  event.data['custom_data'] = { ...proofs.linkTo(company.id), note: 'a\u0000b\ud800c', 'k\u0000': 'd' }
  await arrive(event)
  expect(await outcomeOf(event)).toEqual(['applied'])
  const [stored] = await rowsOf('billing_events', 'id', event.event_id)
  expect(stored?.['data']).toMatchObject({ custom_data: { note: 'ab\ufffdc', k: 'd' } })
})
