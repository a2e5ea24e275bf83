import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { parseDsn } from '../platform/config/error-reporting.ts'
import { describeServerError, createErrorReporter } from './index.ts'
import { describeBrowserError } from './describe-error.ts'

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

type Received = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly parts: Record<string, unknown>[]
}

/** An endpoint that records what it receives; each answer is used once, the last for the rest. */
async function startEndpoint(...answers: { status: number; headers?: Record<string, string> }[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const parts = Buffer.concat(chunks)
        .toString()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      received.push({ path: request.url ?? '', headers: request.headers, parts })
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 200 }
      response.writeHead(answer.status, answer.headers).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () => server.closeAllConnections(),
    () => void server.close(),
  )
  const address = `http://key1@127.0.0.1:${(server.address() as AddressInfo).port}/sentry/7`
  const log = { warn: vi.fn() }
  const parsed = parseDsn(address)
  if (parsed === null) throw new Error('not a DSN')
  const endpoint = { ...parsed, environment: 'production' }
  return { received, log, reporter: createErrorReporter({ endpoint, release: 'knowreel@0.1.0', log }) }
}

const failure = () => describeServerError(new TypeError("Cannot read properties of undefined (reading 'Anna')"))

describe('error reporting', () => {
  test('sends an error as an envelope to the endpoint of the DSN, with release and environment', async () => {
    const { received, reporter } = await startEndpoint()
    expect(reporter.report(failure())).toBe(true)
    await expect.poll(() => received).toHaveLength(1)
    const [{ path, headers, parts }] = received as [Received]
    expect(path).toBe('/sentry/api/7/envelope/')
    expect(headers['x-sentry-auth']).toMatch(/sentry_key=key1$/)
    expect(parts[1]).toEqual({ type: 'event' })
    expect(parts[2]).toMatchObject({
      release: 'knowreel@0.1.0',
      environment: 'production',
      level: 'error',
      platform: 'node',
    })
    expect(parts[0]?.['event_id']).toBe(parts[2]?.['event_id'])
    const { exception } = parts[2] as { exception: { values: { type: string; stacktrace: { frames: unknown[] } }[] } }
    expect(exception.values[0]).toMatchObject({ type: 'TypeError', value: 'Cannot read properties of undefined' })
    expect(exception.values[0]?.stacktrace.frames.at(-1)).toMatchObject({
      filename: 'packages/server/src/error-report/error-report.test.ts',
      function: 'failure',
      in_app: true,
    })
  })

  test('never sends what people wrote, tokens, addresses of files or folders of the machine', () => {
    const secrets = ['Anna Kowalska', 'k3y-of-session', '/files/0198a', 'anna@example.org', '/home/anna']
    const cause = Object.assign(new Error(`duplicate key value violates unique constraint: (${secrets.join()})`), {
      code: '23505',
      detail: secrets.join(),
    })
    const error = new SyntaxError(`Unexpected token in "${secrets.join()}"`, { cause })
    error.name = secrets.join()
    const browser = describeBrowserError({ type: 'Error', message: secrets.join(), frames: [], page: '/article/$id' })
    const sent = JSON.stringify([describeServerError(error), describeServerError(secrets), browser])
    for (const secret of [...secrets, process.cwd()]) expect(sent).not.toContain(secret)
    expect(describeServerError(error)).toMatchObject({
      errors: [{ type: 'Error', message: null }, { message: 'duplicate key value violates unique constraint' }],
      tags: { code: '23505' },
    })
    expect(describeServerError(new AppError('internal')).tags).toEqual({ code: 'internal' })
  })

  test('waits as long as the endpoint asks, and drops what comes in the meantime', async () => {
    const { received, reporter } = await startEndpoint(
      { status: 429, headers: { 'retry-after': '60' } },
      { status: 200 },
    )
    const sent = vi.spyOn(globalThis, 'fetch')
    closers.push(() => sent.mockRestore())
    reporter.report(failure())
    await expect.poll(() => received).toHaveLength(1)
    // The answer must have arrived before the time changes.
    await sent.mock.results[0]?.value
    await new Promise((resolve) => setTimeout(resolve, 50))
    vi.useFakeTimers({ toFake: ['Date'] })
    closers.push(() => vi.useRealTimers())
    vi.setSystemTime(Date.now() + 30_000)
    reporter.report(failure())
    vi.setSystemTime(Date.now() + 61_000)
    reporter.report(failure())
    await expect.poll(() => received).toHaveLength(2)
  })

  test('warns once while the endpoint fails, and cuts a flood', async () => {
    const { received, log, reporter } = await startEndpoint({ status: 500 })
    const accepted = Array.from({ length: 100 }, () => reporter.report(failure()))
    expect(accepted.filter(Boolean).length).toBeLessThan(40)
    await expect.poll(() => received.length).toBe(accepted.filter(Boolean).length)
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      'ERROR_REPORTING_DSN: errors cannot be reported: it responded with 500.',
    )
  })

  test('is off without a DSN', () => {
    expect(createErrorReporter({ endpoint: null, release: 'r', log: { warn: vi.fn() } }).report(failure())).toBe(false)
  })

  test.each(['https://host/7', 'ftp://key@host/7', 'https://key@host/', 'https://key@host/7?x=1', 'text'])(
    'is refused with %s',
    (dsn) => expect(parseDsn(dsn)).toBeNull(),
  )
})
