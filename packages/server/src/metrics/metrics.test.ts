/** The lines that Prometheus reads from a real server, compared by their names and labels. */
import { LIVE_PATH, TICKET_PARAMETER } from '@knowreel/shared/socket/session-socket.ts'
import { sql } from 'kysely'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { jobCountStatement } from '../platform/jobs/job-counts.ts'
import { removeFile } from '../platform/files/index.ts'
import { createMetrics } from './metrics.ts'

const token = 'a token for Prometheus, 32 characters'
const server = await startTestServer({ config: { metricsToken: token } })
const company = await buildCompany(server.db)
const member = await buildMember(server.db, company)

const request = (authorization?: string) =>
  fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })
const scrape = async () => (await request(`Bearer ${token}`)).text()
const valueOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((found) => found.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? Number.NaN,
  )

test('metrics are for the holder of the token', async () => {
  for (const authorization of [undefined, token, 'Bearer ', 'Bearer something else, 32 characters!']) {
    const refused = await request(authorization)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(await refused.text()).not.toContain('knowreel_')
  }
  const answer = await request(`Bearer ${token}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a server without a token serves none', async () => {
  const other = await startTestServer()
  expect((await fetch(`${other.url}/metrics`)).status).toBe(404)
})

test('requests are counted by the pattern of their route, never by ids or invented paths', async () => {
  const session = await server.signIn(member, company)
  const id = '00000000-0000-4000-8000-00000000abcd'
  for (let i = 0; i < 3; i++) await server.call('article.get', { params: { id } }, session)
  for (let i = 0; i < 50; i++) await fetch(`${server.url}/api/invented-${i}`)
  const text = await scrape()
  const name = 'knowreel_http_request_duration_seconds_count'
  expect(valueOf(text, `${name}{method="GET",route="/api/article/:id",status="4xx"}`)).toBe(3)
  expect(valueOf(text, `${name}{method="other",route="other",status="4xx"}`)).toBe(50)
  expect(text).not.toContain(id)
  expect(text).not.toContain('invented')
})

test('jobs are counted by kind and state, with the age of the oldest', async () => {
  const key = 'logos/ab/00000000-0000-4000-8000-0000000000ab.png'
  const enqueue = () => server.jobs.enqueue(server.db, removeFile, { key })
  const [, running, failed] = [await enqueue(), await enqueue(), await enqueue()]
  await server.jobs.enqueue(server.db, removeFile, { key }, { startAfter: new Date(Date.now() + 3_600_000) })
  const done = await enqueue()
  await sql`update pgboss.job set start_after = now() - interval '90 s' where state = 'created' and start_after <= now()`.execute(
    server.db,
  )
  await sql`update pgboss.job set state = 'active', started_on = now() - interval '30 s' where id = ${running}`.execute(
    server.db,
  )
  await sql`update pgboss.job set state = 'failed' where id = ${failed}`.execute(server.db)
  await sql`update pgboss.job set state = 'completed' where id = ${done}`.execute(server.db)
  const text = await scrape()
  const labels = (state: string) => `{job="remove-file",state="${state}"}`
  expect(valueOf(text, `knowreel_jobs${labels('waiting')}`)).toBe(2)
  expect(valueOf(text, `knowreel_jobs${labels('running')}`)).toBe(1)
  expect(valueOf(text, `knowreel_jobs${labels('failed')}`)).toBe(1)
  expect(valueOf(text, `knowreel_job_oldest_seconds${labels('waiting')}`)).toBeGreaterThanOrEqual(90)
  expect(valueOf(text, `knowreel_job_oldest_seconds${labels('running')}`)).toBeGreaterThanOrEqual(30)
  expect(text).not.toContain(key)
  // A state that ends is no longer reported.
  await sql`delete from pgboss.job`.execute(server.db)
  expect(await scrape()).not.toContain('job="remove-file"')
})

test('jobs that are done are not read', async () => {
  await server.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${jobCountStatement}`.execute(trx)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan')
    expect(plan).not.toMatch(/knowreel_job_(id|newest)|_pkey/)
  })
})

test('open sockets, connections, the event loop and the process are reported', async () => {
  const session = await server.signIn(member, company)
  const { token: ticket } = (await server.call('session.ticket', {}, session)).ok
  const address = new URL(`${LIVE_PATH}?${TICKET_PARAMETER}=${ticket}`, server.url)
  address.protocol = 'ws:'
  const socket = new WebSocket(address)
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  await expect.poll(async () => valueOf(await scrape(), 'knowreel_sockets{kind="live"}')).toBe(1)
  const text = await scrape()
  expect(valueOf(text, 'knowreel_sockets{kind="notes"}')).toBe(0)
  expect(valueOf(text, 'knowreel_database_connections{state="total"}')).toBeGreaterThan(0)
  expect(valueOf(text, 'knowreel_database_connections{state="waiting"}')).toBe(0)
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(valueOf(text, 'knowreel_jobs_readable')).toBe(1)
  expect(text).toContain('knowreel_info{version="0.1.0",roles="api,collab"} 1')
})

test('everything but the jobs is reported while the database does not respond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const pool = { totalCount: 20, idleCount: 0, waitingCount: 7 }
  const countJobs = vi.fn(() => new Promise<never>(() => undefined))
  const metrics = await createMetrics({
    version: '1',
    roles: new Set(['worker']),
    pool,
    sockets: () => ({}),
    countJobs,
  })
  const [first, second] = [metrics.render(), metrics.render()]
  await vi.advanceTimersByTimeAsync(3000)
  const text = await first
  expect(valueOf(text, 'knowreel_jobs_readable')).toBe(0)
  expect(valueOf(text, 'knowreel_database_connections{state="waiting"}')).toBe(7)
  await second
  expect(countJobs).toHaveBeenCalledTimes(1)
})
