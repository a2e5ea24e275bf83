import Fastify from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { endSlowRequests } from './slow-requests.ts'

const app = Fastify()
endSlowRequests(app, { bodyMs: 150, afterResponseMs: 150 })
app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
app.post('/plain', async () => ({}))
app.get('/late', async () => {
  await new Promise((resolve) => setTimeout(resolve, 400))
  return { isLate: true }
})
app.post('/upload', { config: { isSlow: true } }, async (request) => {
  let bytes = 0
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) bytes += chunk.byteLength
  return { bytes }
})
app.post('/refused', { config: { isSlow: true } }, async (_request, reply) => reply.code(403).send({}))
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

const begin = async (address: string, type: string): Promise<Socket> => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(`POST ${address} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 4\r\n\r\n{`)
  return socket
}
const isClosedWithin = (socket: Socket, ms: number) =>
  Promise.race([
    once(socket, 'close').then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms)),
  ])

test('a request that never ends is closed', async () => {
  expect(await isClosedWithin(await begin('/plain', 'application/json'), 2000)).toBe(true)
})

test('an upload may take its time', async () => {
  const socket = await begin('/upload', 'application/octet-stream')
  expect(await isClosedWithin(socket, 400)).toBe(false)
  socket.write('abc')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain('{"bytes":4}')
  socket.destroy()
})

test('a refused request cannot be sent forever', async () => {
  const socket = await begin('/refused', 'application/octet-stream')
  socket.resume()
  expect(await isClosedWithin(socket, 2000)).toBe(true)
})

test('a response may be late', async () => {
  const { port } = app.server.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${port}/late`)).json()).toEqual({ isLate: true })
})
