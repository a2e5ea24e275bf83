import { beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany } from '../company/company.builder.ts'
import { errorReportRoutes } from './error-report.routes.ts'

const report = vi.fn(() => true)
beforeEach(() => report.mockClear())

const body = { type: 'TypeError', message: 'x is undefined', frames: [], page: '/article/$id' }
const start = (isRateLimited = false) => startTestServer({ isRateLimited, reporter: { report } })
const send = (server: Awaited<ReturnType<typeof start>>, input: object, token?: string) =>
  fetch(`${server.url}/api/error-report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
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

test('accepts ten calls a minute from an address, and forwards four of a guest', async () => {
  const server = await start(true)
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1) statuses.push((await send(server, body)).status)
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  expect(report).toHaveBeenCalledTimes(4)
})

test('forwards ten a minute of a person, also after guests at their address used up theirs', async () => {
  const server = await start()
  const company = await buildCompany(server.db)
  const token = await server.signIn(company.owner, company)
  for (let count = 0; count < 5; count += 1) await send(server, body)
  expect(report).toHaveBeenCalledTimes(4)
  for (let count = 0; count < 11; count += 1) await send(server, body, token)
  expect(report).toHaveBeenCalledTimes(14)
})

test('forwards 60 a minute of all, of which guests with many addresses leave 20 to people', async () => {
  const { handlers } = errorReportRoutes({
    reporter: { report },
    authenticate: async (token) => (token === null ? null : { userId: token }),
  })
  const sendFrom = (address: string, token: string | null = null) =>
    handlers['report']?.({ body, request: { address, token } } as never)
  for (let n = 0; n < 100; n += 1) for (let twice = 0; twice < 2; twice += 1) await sendFrom(`192.0.2.${n}`)
  expect(report).toHaveBeenCalledTimes(40)
  for (const person of ['ines', 'jonas', 'aiko']) for (let n = 0; n < 12; n += 1) await sendFrom('198.51.100.7', person)
  expect(report).toHaveBeenCalledTimes(60)
  expect(await sendFrom('198.51.100.7', 'aiko')).toEqual({ isReported: false })
})

test('counts the addresses of one IPv6 network as one', async () => {
  const { handlers } = errorReportRoutes({ reporter: { report }, authenticate: async () => null })
  for (let n = 1; n <= 9; n += 1)
    await handlers['report']?.({ body, request: { address: `2001:db8:0:7::${n}`, token: null } } as never)
  expect(report).toHaveBeenCalledTimes(4)
})
