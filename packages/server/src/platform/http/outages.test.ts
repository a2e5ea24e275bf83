import pg from 'pg'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { buildHttpServer } from './http-server.ts'

const failures: Record<string, () => unknown> = {
  'no-space': () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  quota: () => Object.assign(new Error('EDQUOT: disk quota exceeded'), { code: 'EDQUOT' }),
  'database-disk': () => Object.assign(new pg.DatabaseError('could not extend file', 1, 'error'), { code: '53100' }),
  'database-stops': () => Object.assign(new pg.DatabaseError('terminating', 1, 'error'), { code: '57P01' }),
  'connection-lost': () => new Error('Connection terminated unexpectedly'),
  'missing-file': () => Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open' }),
}
const away = openDatabase({
  connection: { host: '/nowhere/knowreel', user: 'knowreel', database: 'knowreel' },
  log: { warn: () => undefined },
})
const app = await buildHttpServer({ log: pino({ level: 'silent' }), isHttps: false })
app.get<{ Params: { failure: string } }>('/:failure', async ({ params }) => {
  throw failures[params.failure]?.()
})
app.get('/query', async () => away.pool.query('select 1'))
afterAll(async () => {
  await app.close()
  await away.close()
})

test.each([
  ['no-space', 507, 'storage_full'],
  ['quota', 507, 'storage_full'],
  ['database-disk', 507, 'storage_full'],
  ['database-stops', 503, 'unavailable'],
  ['connection-lost', 503, 'unavailable'],
  ['query', 503, 'unavailable'],
  ['missing-file', 500, 'internal'],
])('a request that fails by %s gets %i', async (path, status, code) => {
  const answer = await app.inject(`/${path}`)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code])
  expect(answer.json()).toMatchObject({ error: expect.any(String), requestId: expect.any(String) })
  expect(answer.headers['retry-after']).toBe(status === 503 ? '5' : undefined)
})
