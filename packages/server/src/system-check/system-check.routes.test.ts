import type { SystemCheck } from '@knowreel/shared/system-check/system-check.calls.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { compareMigrations } from '../platform/database/migrate.ts'
import { migrationsDirectory } from '../app/migrations-directory.ts'
import { systemCheckRoutes } from './index.ts'

const server = await startTestServer({ isRateLimited: true })
const company = await buildCompany(server.db)
const operator = await buildMember(server.db, company)
await sql`update users set is_super_admin = true where id = ${operator.id}`.execute(server.db)
const token = await server.signIn(operator, company)

test('a super admin starts the check and follows it to its end', async () => {
  const before = (await server.call('systemCheck.read', {}, token)).ok
  expect(before).toMatchObject({ isRunning: false, finishedAt: null })
  expect(new Set(before.checks.map(({ state }) => state))).toEqual(new Set(['waiting']))
  const started = (await server.call('systemCheck.run', {}, token)).ok
  expect(started.isRunning).toBe(true)
  await vi.waitUntil(async () => !(await server.call('systemCheck.read', {}, token)).ok.isRunning, { timeout: 60_000 })
  const { checks, finishedAt, serverTime } = (await server.call('systemCheck.read', {}, token)).ok
  expect(finishedAt).not.toBeNull()
  expect(Math.abs(Date.parse(serverTime) - Date.now())).toBeLessThan(5000)
  const stateOf = (name: string) => checks.find((check) => check.name === name)?.state
  expect(['database', 'files', 'clock'].map(stateOf)).toEqual(['ok', 'ok', 'ok'])
  expect(['email', 'public-address', 'live-connections', 'chromium', 'ai'].map(stateOf)).toEqual(
    Array.from({ length: 5 }, () => 'off'),
  )
})

test('nobody else knows of it, and it cannot be started all the time', async () => {
  const member = await server.signIn(await buildMember(server.db, company), company)
  expect((await server.call('systemCheck.run', {}, member)).status).toBe(404)
  const statuses: number[] = []
  for (let i = 0; i < 7; i++) statuses.push((await server.call('systemCheck.run', {}, token)).status)
  expect(statuses.at(-1)).toBe(429)
})

test('one runs at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<{ state: 'ok'; result: string }>()
  const run = vi.fn(() => promise)
  const { handlers } = systemCheckRoutes({
    checks: [{ name: 'slow', title: 'Slow', advice: '', run }],
    redact: (text) => text,
  })
  const start = () => handlers['run']?.({} as never)
  await Promise.all([start(), start()])
  expect(run).toHaveBeenCalledTimes(1)
  resolve({ state: 'ok', result: 'done' })
  const isRunning = async () => {
    const view = (await handlers['read']?.({} as never)) as SystemCheck | undefined
    return view?.isRunning ?? true
  }
  await vi.waitUntil(async () => !(await isRunning()))
  await start()
  expect(run).toHaveBeenCalledTimes(2)
})

test('migrations are compared without changing anything', async () => {
  const { default: pg } = await import('pg')
  const { rows } = await sql<{ name: string; host: string; user: string }>`
    select current_database() as name, current_setting('unix_socket_directories') as host, current_user as user
  `.execute(server.db)
  const [found] = rows
  const pool = new pg.Pool({ database: found?.name, host: found?.host.split(',')[0], user: found?.user })
  onTestFinished(() => pool.end())
  const compare = () => compareMigrations({ pool, directory: migrationsDirectory })
  expect(await compare()).toEqual({ pending: [], unknown: [] })
  await pool.query(`insert into schema_migrations (name, hash) values ('20991201T1000_future.sql', 'x')`)
  await pool.query(`delete from schema_migrations where name like '20261127T1100%'`)
  const { pending, unknown } = await compare()
  expect(unknown).toEqual(['20991201T1000_future.sql'])
  expect(pending).toHaveLength(1)
})
