import { beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test/server.ts'

const report = vi.fn(() => true)
beforeEach(() => report.mockClear())

const body = { type: 'TypeError', message: 'x is undefined', frames: [], page: '/article/$id' }
const start = (isRateLimited = false) => startTestServer({ isRateLimited, reporter: { report } })
const send = (server: Awaited<ReturnType<typeof start>>, input: object) =>
  fetch(`${server.url}/api/error-report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })

test('forwards an error of a guest, and says whether it was taken', async () => {
  const server = await start()
  expect(await (await send(server, body)).json()).toEqual({ isReported: true })
  report.mockReturnValueOnce(false)
  expect(await (await send(server, body)).json()).toEqual({ isReported: false })
  expect(report).toHaveBeenCalledTimes(2)
})

test.each([
  ['another shape', { event_id: 'a', exception: { values: [] } }],
  ['a further field', { ...body, user: { email: 'anna@example.org' } }],
  ['an address as page', { ...body, page: '/article/x?token=1' }],
  ['words as type', { ...body, type: 'Anna wrote this' }],
  [
    'a file that is not of the build',
    { ...body, frames: [{ function: 'f', file: '/files/0198', line: 1, column: 1 }] },
  ],
  [
    '51 lines of a stack',
    { ...body, frames: Array(51).fill({ function: 'f', file: '/assets/a.js', line: 1, column: 1 }) },
  ],
  ['a long message', { ...body, message: 'x'.repeat(1001) }],
])('refuses %s', async (_, input) => {
  const server = await start()
  expect((await send(server, input)).status).toBe(422)
  expect(report).not.toHaveBeenCalled()
})

test('refuses more than 20 kB unread', async () => {
  const server = await start()
  expect((await send(server, { ...body, message: 'x'.repeat(30_000) })).status).toBe(413)
  expect(report).not.toHaveBeenCalled()
})

test('takes ten a minute from an address, and 60 from all', async () => {
  const server = await start(true)
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1) statuses.push((await send(server, body)).status)
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  const all = await start()
  const answers: unknown[] = []
  for (let count = 0; count < 61; count += 1) answers.push(await (await send(all, body)).json())
  expect(answers).toEqual([...Array<unknown>(60).fill({ isReported: true }), { isReported: false }])
})
