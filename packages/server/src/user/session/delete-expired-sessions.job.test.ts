import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { jobServices } from '../../../test/job-services.ts'
import type { Tables } from '../../platform/database/db.ts'
import { openJobs } from '../../platform/jobs/index.ts'
import { listJobs } from '../../platform/jobs/job-list.fixture.ts'
import { deleteExpiredSessionsJob } from './delete-expired-sessions.job.ts'
import { buildUser } from '../user.builder.ts'

const { db, connection } = await createTestDatabase<Tables>()
const log = { info() {}, warn() {}, error() {} }
const list = [deleteExpiredSessionsJob]
const jobs = await openJobs({ connection, jobs: list, log, isWorker: true })
await jobs.startWorker(jobServices(db))
afterAll(() => jobs.stop())

test('all expired sessions and tokens are deleted, however many, and no others', async () => {
  const { id: userId } = await buildUser(db)
  await sql`
    insert into sessions (id, token_hash, user_id, expires_at)
    select gen_random_uuid(), sha256(n::text::bytea), ${userId},
      case when n <= 2500 then now() - n * interval '1 minute' else now() + interval '1 minute' end
    from generate_series(1, 2503) n
  `.execute(db)
  await sql`
    insert into one_use_tokens (token_hash, purpose, user_id, expires_at)
    select sha256(n::text::bytea), 'log-in', ${userId},
      case when n <= 1001 then now() - n * interval '1 minute' else now() + interval '1 minute' end
    from generate_series(1, 1003) n
  `.execute(db)
  await jobs.enqueue(db, deleteExpiredSessionsJob, {})
  const find = async () => (await listJobs(db, list, 'delete-expired'))[0]
  await vi.waitFor(async () => expect(await find()).toMatchObject({ status: 'done' }), { timeout: 5000 })
  expect((await find())?.log).toMatch(/ Deleted 2500 sessions, 1001 tokens$/)
  const { rows } = await sql`select expires_at > now() as is_live from sessions`.execute(db)
  expect(rows).toEqual([{ is_live: true }, { is_live: true }, { is_live: true }])
  const tokens = await sql`select expires_at > now() as is_live from one_use_tokens`.execute(db)
  expect(tokens.rows).toEqual([{ is_live: true }, { is_live: true }])
})

test('it runs every ten minutes', async () => {
  const { rows } = await sql`select cron, timezone from pgboss.schedule where name = 'delete-expired-sessions'`.execute(
    db,
  )
  expect(rows).toEqual([{ cron: '*/10 * * * *', timezone: 'UTC' }])
})
