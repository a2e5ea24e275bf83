import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobServices } from '../../../test/job-services.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { sweepWebhooks } from '../sweep-webhooks.job.ts'
import { buildWebhook } from '../webhook.builder.ts'
import { startReceiver } from '../webhook.fixture.ts'

const receiver = await startReceiver()
const server = await startTestServer({ roles: ['api', 'worker'], config: { webhookHosts: [receiver.host] } })
const { db } = server
const company = await buildCompany(db)
const token = await server.signIn(company.owner, company)

test('a worker sends a delivery when its change is committed, without waiting for the next sweep', async () => {
  const { id } = await buildWebhook(db, { company, url: receiver.url, isActive: true })
  const startedAt = performance.now()
  await server.call('webhook.sendTest', { params: { id } }, token)
  await expect.poll(() => receiver.received.length, { timeout: 10_000, interval: 20 }).toBe(1)
  expect(performance.now() - startedAt).toBeLessThan(4000)
})

test('the log keeps 30 days, and what has waited too long is canceled', async () => {
  const off = await buildWebhook(db, { company, url: receiver.url })
  const add = (status: string, age: string) =>
    sql`insert into webhook_deliveries (webhook_id, type, facts, status, created_at, due_at)
      values (${off.id}, 'member.left', '{}', ${status}, now() - ${age}::interval, now() - ${age}::interval)`.execute(
      db,
    )
  await add('delivered', '31 days')
  await add('delivered', '29 days')
  await add('waiting', '2 days')
  await add('waiting', '1 hour')
  const run = await sweepWebhooks.load()
  const { signal } = new AbortController()
  const services = jobServices(db) as Parameters<typeof run>[0]['services']
  await run({ payload: {}, attempt: 1, log: () => undefined, signal, services })
  const rows = await db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', off.id)
    .where('id', '!=', off.deliveryId)
    .select('status')
    .orderBy('created_at')
    .execute()
  expect(rows.map(({ status }) => status)).toEqual(['delivered', 'canceled', 'waiting'])
})
