import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildHttpServer, closeHttpServer, redactTokens } from './http-server.ts'

test('a log line names the path without any token in it', () => {
  const token = randomBytes(32).toString('base64url')
  for (const path of ['/password-reset', '/login', '/signup', '/api/invited'])
    expect(redactTokens(`${path}/${token}`)).toBe(`${path}/…`)
  const shared = randomBytes(16).toString('hex')
  expect(redactTokens(`/api/browse/shared/${shared}/private`)).toBe('/api/browse/shared/…/private')
  expect(redactTokens(`/embed/${shared}`)).toBe('/embed/…')
  const path = `/api/workspace/${randomUUID()}/articles/k3n4x7q2wz`
  expect(redactTokens(path)).toBe(path)
})

test('connections without a request in flight do not delay the stop, and a request in flight finishes', async () => {
  const app = await buildHttpServer({ log: pino({ level: 'silent' }), isHttps: false })
  const slow = Promise.withResolvers<object>()
  const slowBegan = Promise.withResolvers<void>()
  app.get('/', async () => ({}))
  app.get('/slow', async () => {
    slowBegan.resolve()
    return slow.promise
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const fetchStatus = async (path: string) => {
    const [response] = await once(get({ port, host: '127.0.0.1', path, agent }), 'response')
    await once(response.resume(), 'end')
    return response.statusCode
  }
  const unused = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(unused, 'connect')
  await fetchStatus('/')
  const answered = fetchStatus('/slow')
  await slowBegan.promise
  // Without limit for the requests in flight: it would end the test only by its timeout.
  const closed = closeHttpServer(app, 60_000)
  slow.resolve({})
  expect(await answered).toBe(200)
  await closed
  agent.destroy()
})
