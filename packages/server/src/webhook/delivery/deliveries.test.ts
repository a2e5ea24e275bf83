/** Receivers that misbehave, and signatures checked by an independent implementation of Standard Webhooks. */
import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWebhook } from '../webhook.builder.ts'
import { createTestSender, startReceiver } from '../webhook.fixture.ts'
import { claimDue, maxPerWebhook, sendDelivery } from './send-deliveries.ts'

const receiver = await startReceiver()
const server = await startTestServer({ config: { webhookHosts: [receiver.host] } })
const { db } = server
const company = await buildCompany(db)
const token = await server.signIn(company.owner, company)
const sender = createTestSender(server, { allowedHosts: [receiver.host], timeoutMs: 400 })

beforeEach(async () => {
  await db.deleteFrom('webhooks').execute()
  receiver.received.length = 0
  receiver.answer = (_request, response) => response.writeHead(204).end()
})

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour)

/** Waiting deliveries without the one that the builder adds. */
async function addWebhook({ url = receiver.url, count = 1 } = {}) {
  const webhook = await buildWebhook(db, { company, url, isActive: true })
  await sql`
    insert into webhook_deliveries (webhook_id, type, facts)
    select ${webhook.id}::uuid, 'member.joined', '{"member":{"id":"m","name":"Noor Haddad","role":"user"}}'
    from generate_series(1, ${count}::int)`.execute(db)
  return webhook
}

const readLog = async (id: string) =>
  (await server.call('webhook.deliveries', { params: { id } }, token)).ok.deliveries.filter(
    ({ type }) => type !== 'member.left',
  )
const readWebhook = async (id: string) => (await server.call('webhook.get', { params: { id } }, token)).ok.webhook

async function readMails() {
  const { rows } = await sql<{ to: string; text: string }>`
    select data->>'to' as to, data->>'text' as text from pgboss.job where name = 'send-mail' order by created_on
  `.execute(db)
  return rows
}

describe('signatures', () => {
  test('an independent verifier accepts a delivery, and refuses one that was changed', async () => {
    const { secret, id } = await addWebhook()
    await sender.send()
    const [message] = receiver.received
    const headers = message?.headers as Record<string, string>
    expect(new Verifier(secret).verify(message?.body ?? '', headers)).toMatchObject({
      type: 'member.joined',
      data: { member: { name: 'Noor Haddad', role: 'user' } },
    })
    expect(() => new Verifier(secret).verify(`${message?.body} `, headers)).toThrow()
    expect(await readLog(id)).toMatchObject([
      { id: headers['webhook-id'], status: 'delivered', responseStatus: 204, payload: message?.body },
    ])
  })

  test('the former secret signs too for a day after a rotation', async () => {
    const { id, secret } = await addWebhook()
    const rotated = (await server.call('webhook.rotateSecret', { params: { id } }, token)).ok
    expect(rotated.secret).not.toBe(secret)
    expect((await server.call('webhook.secret', { params: { id } }, token)).ok.secret).toBe(rotated.secret)
    await sender.send()
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received
    for (const valid of [secret, rotated.secret])
      expect(() => new Verifier(valid).verify(body, headers as Record<string, string>)).not.toThrow()
    await sql`update webhook_deliveries set status = 'waiting' where type = 'member.joined'`.execute(db)
    await sender.send(inHours(24.1))
    expect(receiver.received[1]?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(1)
  })
})

describe('a receiver', () => {
  test('that fails gets the same delivery again with the same id, later and later, for at most a day', async () => {
    receiver.answer = (_request, response) => response.writeHead(503).end('pipeline queue is full')
    const { id } = await addWebhook()
    const start = new Date(Date.now() + 1000)
    for (let minutes = 0; minutes <= 25 * 60; minutes += 2)
      await sender.send(new Date(start.getTime() + minutes * 60_000))
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    expect(ids.size).toBe(1)
    expect(receiver.received).toHaveLength(9)
    expect(await readLog(id)).toMatchObject([
      {
        status: 'failed',
        attempts: 9,
        nextAttemptAt: null,
        responseStatus: 503,
        responseBody: 'pipeline queue is full',
      },
    ])
    expect(await readWebhook(id)).toMatchObject({ isActive: false, disabledReason: 'failing' })
    const mails = (await readMails()).filter(({ text }) => text.includes(id))
    expect(mails.map(({ to }) => to)).toEqual([company.owner.email])
    expect(mails[0]?.text).toContain('The receiver accepted no delivery for 24 hours.')
  })

  test('that accepted something since is not turned off when one delivery fails finally', async () => {
    const { id } = await addWebhook({ count: 2 })
    receiver.answer = (_request, response) => response.writeHead(receiver.received.length === 1 ? 200 : 500).end()
    await sender.send()
    await sql`update webhook_deliveries set attempts = 8 where status = 'waiting'`.execute(db)
    await sender.send(inHours(20))
    expect((await readLog(id)).map(({ status }) => status).toSorted()).toEqual(['delivered', 'failed'])
    expect((await readWebhook(id)).isActive).toBe(true)
  })

  test('that answers 410 is turned off immediately, and what waits is canceled', async () => {
    receiver.answer = (_request, response) => response.writeHead(410).end()
    const { id } = await addWebhook({ count: 6 })
    await sender.send()
    expect(await readWebhook(id)).toMatchObject({ isActive: false, disabledReason: 'gone' })
    expect((await readLog(id)).filter(({ status }) => status === 'waiting')).toEqual([])
    expect(await sender.send(inHours(1))).toBe(0)
    expect((await readMails()).filter(({ text }) => text.includes(id))).toHaveLength(1)
  })

  test.each([
    ['120', 120],
    ['999999', 7200],
    ['nonsense', 10],
  ])('that sends Retry-After: %s waits about %d seconds', async (value, seconds) => {
    receiver.answer = (_request, response) => response.writeHead(429, { 'retry-after': value }).end()
    const { id } = await addWebhook()
    const now = new Date(Date.now() + 1000)
    await sender.send(now)
    const [delivery] = await readLog(id)
    const waited = (Date.parse(delivery?.nextAttemptAt ?? '') - now.getTime()) / 1000
    expect(waited).toBeGreaterThanOrEqual(seconds * 0.79)
    expect(waited).toBeLessThanOrEqual(seconds)
  })

  test('that never answers is given up', async () => {
    receiver.answer = () => undefined
    const { id } = await addWebhook()
    await sender.send()
    expect(await readLog(id)).toMatchObject([
      { status: 'waiting', attempts: 1, error: 'timeout', responseStatus: null },
    ])
  })

  test('that sends an endless body has answered; the log keeps its first kilobyte without zero bytes', async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(Buffer.from('\0é'.repeat(5000))), 5)
      response.on('close', () => clearInterval(timer))
    }
    const { id } = await addWebhook()
    await sender.send()
    const [delivery] = await readLog(id)
    expect(delivery).toMatchObject({ status: 'delivered', responseStatus: 200 })
    expect(Buffer.byteLength(delivery?.responseBody ?? '')).toBeLessThanOrEqual(1026)
    expect(delivery?.responseBody).not.toContain('\0')
  })

  test('that sends one byte of a body and stops has answered', async () => {
    receiver.answer = (_request, response) => void response.writeHead(200).write('o')
    const { id } = await addWebhook()
    await sender.send()
    expect(await readLog(id)).toMatchObject([{ status: 'delivered', responseBody: 'o' }])
  })

  test.each([301, 302, 307, 308])('that redirects with %d is not followed', async (status) => {
    receiver.answer = (_request, response) => response.writeHead(status, { location: '/elsewhere' }).end()
    const { id } = await addWebhook()
    await sender.send()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks'])
    expect(await readLog(id)).toMatchObject([{ status: 'waiting', error: 'redirect', responseStatus: status }])
  })

  test.each([
    'https://127.0.0.1/hooks',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/hooks',
    'https://9.9.9.9:8080/hooks',
  ])('at %s is neither accepted as an address nor connected to', async (url) => {
    const { id } = await addWebhook({ url })
    await sender.send()
    expect(await readLog(id)).toMatchObject([{ error: 'refused', responseStatus: null }])
    const body = { url, events: ['member.left' as const], isActive: true }
    const { status, error } = await server.call('webhook.create', { body }, token)
    expect([status, error.code]).toEqual([422, 'webhook_address_refused'])
  })

  test('that drops the connection is unreachable', async () => {
    receiver.answer = (request) => void request.socket.destroy()
    const { id } = await addWebhook()
    await sender.send()
    expect(await readLog(id)).toMatchObject([{ error: 'unreachable' }])
  })
})

test('one slow receiver gets few deliveries in parallel, and others do not wait for it', async () => {
  const slow = await addWebhook({ count: 50 })
  const quick = await addWebhook({ count: 2 })
  const claimed = await claimDue(sender.services, 10)
  expect(claimed.filter(({ webhookId }) => webhookId === slow.id)).toHaveLength(maxPerWebhook)
  expect(claimed.filter(({ webhookId }) => webhookId === quick.id)).toHaveLength(2)
  expect(await claimDue(sender.services, 10)).toEqual([])
  // A sender that died: its lease is over.
  await sql`update webhook_deliveries set claimed_until = now() - interval '1 second' where claimed_until is not null`.execute(
    db,
  )
  const again = await claimDue(sender.services, 10)
  expect(again.map(({ id }) => id).toSorted()).toEqual(claimed.map(({ id }) => id).toSorted())
  // The sender that was believed dead does not overwrite the result of the other.
  const [first, second] = [claimed[0], again.find(({ id }) => id === claimed[0]?.id)]
  receiver.answer = (_request, response) => response.writeHead(receiver.received.length === 1 ? 500 : 200).end()
  if (first === undefined || second === undefined) throw new Error('Nothing was claimed')
  await sendDelivery(sender.services, first)
  await sendDelivery(sender.services, second)
  const { status } = await db
    .selectFrom('webhook_deliveries')
    .where('id', '=', first.id)
    .select('status')
    .executeTakeFirstOrThrow()
  expect(status).toBe('delivered')
})

test('sending again makes one attempt with the same id, also for a webhook that is off', async () => {
  receiver.answer = (_request, response) => response.writeHead(500).end()
  const { id, deliveryId } = await buildWebhook(db, { company, url: receiver.url })
  await server.call('webhook.sendAgain', { params: { id, deliveryId } }, token)
  await sender.send()
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId])
  const { deliveries } = (await server.call('webhook.deliveries', { params: { id } }, token)).ok
  expect(deliveries).toMatchObject([{ status: 'failed', attempts: 10, nextAttemptAt: null }])
  expect((await readWebhook(id)).disabledReason).toBeNull()
})

test('a test event is sent once', async () => {
  const { id } = await buildWebhook(db, { company, url: receiver.url })
  await server.call('webhook.sendTest', { params: { id } }, token)
  await sender.send()
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
    type: 'webhook.test',
    data: { webhook: { id } },
  })
})

test('a deactivated company sends nothing', async () => {
  const other = await buildCompany(db)
  await buildMember(db, other, { role: 'admin' })
  const webhook = await buildWebhook(db, { company: other, url: receiver.url, isActive: true })
  await sql`update webhook_deliveries set status = 'waiting' where webhook_id = ${webhook.id}`.execute(db)
  await sql`update companies set is_activated = false where id = ${other.id}`.execute(db)
  expect(await sender.send()).toBe(0)
  await sql`update companies set is_activated = true where id = ${other.id}`.execute(db)
  expect(await sender.send()).toBe(1)
})
