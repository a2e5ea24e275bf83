import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressResponses } from './compress-responses.ts'

const long = { text: 'meter '.repeat(1000) }
const veryLong = { text: 'meter '.repeat(100_000) }

function serve() {
  const app = Fastify()
  compressResponses(app)
  app.get('/long', async () => long)
  app.get('/very-long', async () => veryLong)
  app.get('/short', async () => ({ text: 'meter' }))
  return app
}

const ask = (path: string, accepted: string) => serve().inject({ url: path, headers: { 'accept-encoding': accepted } })

test('a long response is compressed with the best method that the client accepts', async () => {
  const brotli = await ask('/long', 'gzip, deflate, br')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(long)
  const zipped = await ask('/long', 'gzip, br;q=0')
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(long)
})

test('a response that is compressed in another thread is complete', async () => {
  const [brotli, zipped] = [await ask('/very-long', 'br'), await ask('/very-long', 'gzip')]
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(veryLong)
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(veryLong)
})

test('a compressed response varies by encoding for caches', async () => {
  for (const accepted of ['br', 'identity']) expect((await ask('/long', accepted)).headers.vary).toBe('accept-encoding')
})

test.each(['', 'identity', 'br;q=0', 'zstd'])('a client that takes "%s" gets the answer as it is', async (accepted) => {
  const answer = await ask('/long', accepted)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.json()).toEqual(long)
})

test('a short response is not compressed', async () => {
  expect((await ask('/short', 'br')).headers['content-encoding']).toBeUndefined()
})
