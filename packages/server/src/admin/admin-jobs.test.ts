import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { sendMail } from '../platform/mail/index.ts'
import { buildUser } from '../user/user.builder.ts'

const server = await startTestServer()
const { db } = server
const token = await server.signIn(await buildUser(db, { isSuperAdmin: true }), null)
const search = async (q: string, page = '1') =>
  (await server.call('admin.searchJobs', { params: { q }, query: { page: page as never } }, token)).ok

/** A row as the queue writes it, whatever its payload. */
async function addAny(name: string): Promise<string> {
  const id = crypto.randomUUID()
  await sql`
    insert into pgboss.job (id, name, data, state, start_after)
    values (${id}, 'remove-file', ${JSON.stringify({ key: name })}::jsonb, 'created', now() + interval '1 hour')
  `.execute(db)
  return id
}

test('jobs are found by name and parameters, newest first, in pages of 30', async () => {
  const ids: string[] = []
  for (let index = 0; index < 31; index++) ids.push(await addAny(`gateway-${index}`))
  const first = await search('gateway-')
  expect(first).toMatchObject({ count: 31, isCountCapped: false })
  expect(first.jobs).toHaveLength(30)
  expect((await search('gateway-', '2')).jobs).toHaveLength(1)
  expect((await search('remove-file')).count).toBeGreaterThanOrEqual(31)
  expect((await search('re')).count).toBeGreaterThanOrEqual(31)
  expect((await search('no such thing')).jobs).toEqual([])
  const counted = (await server.call('admin.countJobs', {}, token)).ok
  expect(counted.count).toBe((await search('0')).count)
})

test('a failed job is reset to its first attempt; one in process can be neither reset nor deleted', async () => {
  const id = await addAny('damaged')
  await sql`
    update pgboss.job set state = 'failed', retry_count = 4, retry_limit = 4, started_on = now(), completed_on = now(),
      output = '{"message":"no such file"}' where id = ${id}`.execute(db)
  expect((await search('damaged')).jobs[0]).toMatchObject({ status: 'failed', attempts: 5, error: 'no such file' })
  expect((await server.call('admin.countJobs', {}, token)).ok).toMatchObject({
    failed: 1,
    failedNames: [(await search('damaged')).jobs[0]?.name],
  })
  const { job } = (await server.call('admin.resetJob', { params: { id } }, token)).ok
  expect(job).toMatchObject({ status: 'new', attempts: 0, error: null })
  expect(Date.parse(job.nextAttemptAt ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
  await sql`update pgboss.job set state = 'active', started_on = now() where id = ${id}`.execute(db)
  for (const call of ['admin.resetJob', 'admin.removeJob'] as const)
    expect((await server.call(call, { params: { id } }, token)).error.code).toBe('job_is_processing')
  await sql`update pgboss.job set state = 'completed' where id = ${id}`.execute(db)
  expect((await server.call('admin.removeDoneJobs', {}, token)).ok.count).toBe(1)
  expect((await search('damaged')).jobs).toEqual([])
})

test('secret parameters are neither shown nor found', async () => {
  const id = crypto.randomUUID()
  const field = sendMail.secrets[0]
  if (field === undefined) return
  await sql`
    insert into pgboss.job (id, name, data, state) values (${id}, 'send-mail', ${JSON.stringify({ [field]: 'sesame' })}::jsonb,
      'completed')`.execute(db)
  expect((await search('sesame')).jobs).toEqual([])
  const found = (await search('send-mail')).jobs.find((job) => job.id === id)
  expect(found?.data).toEqual({ [field]: '[hidden]' })
})

test('many jobs are counted by estimate, and the pages end with what is counted', async () => {
  await sql`
    insert into pgboss.job (name, data, state, start_after, created_on)
    select 'remove-file', '{"key":"of-many"}', 'created', now() + interval '1 hour', now() - n * interval '1 second'
    from generate_series(1, 10400) n`.execute(db)
  await sql`analyze pgboss.job`.execute(db)
  const { count, isEstimate } = (await server.call('admin.countJobs', {}, token)).ok
  expect(isEstimate).toBe(true)
  expect(count).toBeGreaterThan(10_000)
  expect(count).toBeLessThan(12_000)
  expect(await search('0', '333')).toMatchObject({ count: 10_000, isCountCapped: true, jobs: { length: 30 } })
  expect((await search('0', '334')).jobs).toHaveLength(10)
  expect((await search('0', '335')).jobs).toEqual([])
  expect(await search('of-many', '34')).toMatchObject({ count: 1000, isCountCapped: true, jobs: { length: 10 } })
  expect(await search('of-many', '100000')).toMatchObject({ count: 1000, jobs: [] })
})
