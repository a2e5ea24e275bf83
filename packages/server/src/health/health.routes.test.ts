import Fastify from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { Db, Tables } from '../platform/database/db.ts'
import { sendError } from '../platform/http/error-mapper.ts'
import { serveCalls } from '../platform/http/serve-calls.ts'
import { openJobs } from '../platform/jobs/index.ts'
import { healthRoutes } from './index.ts'

const { db, connection } = await createTestDatabase<Tables>()
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const jobs = await openJobs({ connection, jobs: [], log, isWorker: false })
const well = { check: async () => {} }
const apps: { close(): Promise<unknown> }[] = []

afterEach(async () => {
  vi.useRealTimers()
  for (const app of apps.splice(0)) await app.close()
})
afterAll(() => jobs.stop())

function serve(parts: Partial<Parameters<typeof healthRoutes>[0]> = {}) {
  const app = Fastify()
  apps.push(app)
  app.setErrorHandler(sendError)
  const gate = { authenticate: async () => null, admit: () => undefined, authorise: async () => undefined }
  serveCalls(app, healthRoutes({ db, files: well, jobs, log, ...parts }), gate)
  return async (): Promise<Record<string, unknown>> => {
    const answer = await app.inject('/health')
    return { code: answer.statusCode, ...answer.json<Record<string, unknown>>() }
  }
}

const fails = (message: string) => ({ check: async () => Promise.reject(new Error(message)) })

describe('the health of the server', () => {
  test('is ok when database, files and jobs respond', async () => {
    expect(await serve()()).toEqual({ code: 200, status: 'ok', database: 'ok', files: 'ok', jobs: 'ok' })
  })

  test('names what fails, as an error without the reason', async () => {
    const ask = serve({ files: fails('EROFS: /secret/path') })
    const answer = await ask()
    expect(answer).toMatchObject({ status: 'failing', database: 'ok', files: 'failing', jobs: 'ok' })
    expect(answer).toMatchObject({ error: expect.any(String), code: 'unavailable', requestId: expect.any(String) })
    expect(JSON.stringify(answer)).not.toContain('EROFS')
    expect(log.warn).toHaveBeenCalledWith('Health: files fails: EROFS: /secret/path')
  })

  test('is 503 without the database, or when the queue is closed', async () => {
    const nowhere = new pg.Pool({ host: '/nowhere', user: 'nobody' })
    const lost: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: nowhere }) })
    const closed = await openJobs({ connection, jobs: [], log, isWorker: false })
    await closed.stop()
    const http = Fastify()
    apps.push(http)
    http.setErrorHandler(sendError)
    const gate = { authenticate: async () => null, admit: () => undefined, authorise: async () => undefined }
    serveCalls(http, healthRoutes({ db: lost, files: well, jobs: closed, log }), gate)
    const answer = await http.inject('/health')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ database: 'failing', files: 'ok', jobs: 'failing' })
    await lost.destroy()
  })

  test('counts a component that does not respond within two seconds as failing, without piling up requests', async () => {
    const check = vi.fn(() => new Promise<void>(() => undefined))
    const ask = serve({ files: { check } })
    const before = performance.now()
    const [first, second] = await Promise.all([ask(), ask()])
    expect(performance.now() - before).toBeLessThan(2600)
    expect([first?.['files'], second?.['files'], first?.['database']]).toEqual(['failing', 'failing', 'ok'])
    await ask()
    expect(check).toHaveBeenCalledTimes(1)
  })

  test('is checked at most once a second, and recovers', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const check = vi.fn(async () => {})
    const ask = serve({ files: { check } })
    check.mockRejectedValueOnce(new Error('away'))
    expect((await ask())['files']).toBe('failing')
    expect((await ask())['files']).toBe('failing')
    vi.setSystemTime(Date.now() + 1001)
    expect((await ask())['files']).toBe('ok')
    expect(check).toHaveBeenCalledTimes(2)
  })
})
