import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { buildHttpServer } from './http-server.ts'

const app = await buildHttpServer({ log: pino({ level: 'silent' }), isHttps: false })
app.get('/', async () => ({}))
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

/** The response to these bytes, which no HTTP client would send. */
async function send(request: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) as Record<string, unknown> }
}

test.each([
  [
    'headers over the limit',
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['a malformed header', 'GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n', 400, 'unreadable_request'],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'unreadable_request'],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'unreadable_request'],
])('a request with %s is refused in the shape of every error', async (_, request, status, code) => {
  const answer = await send(request)
  expect([answer.status, answer.body['code']]).toEqual([status, code])
  expect(answer.body['error']).toEqual(expect.any(String))
  expect(answer.body['requestId']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.head.toLowerCase()).toContain(`x-request-id: ${String(answer.body['requestId'])}`)
})

test('pages and responses give browsers no device that the product does not use', async () => {
  const { headers } = await app.inject('/')
  expect(headers['permissions-policy']).toContain('geolocation=()')
  expect(headers['permissions-policy']).not.toContain('fullscreen=()')
})
