import type { SystemCheck } from '@knowreel/shared/system-check/system-check.calls.ts'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildUser } from '../user/user.builder.ts'
import { systemCheckRoutes } from './index.ts'

const server = await startTestServer({ isRateLimited: true })
const company = await buildCompany(server.db)
const operator = await buildMember(server.db, company, { user: await buildUser(server.db, { isSuperAdmin: true }) })
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
