import autocannon from 'autocannon'
import { acceptedEncodings, timeRequest } from './growth/wire.ts'
import { percentile, report, round } from './report.ts'
import type { Seeded } from './seed.ts'

type Target = { baseURL: string; token: string }

const connections = 8
const readSeconds = 10

/** Reads random articles over 8 connections for ten seconds, after a warm-up of two. */
export async function benchReading(target: Target, seeded: Seeded): Promise<void> {
  await read(target, seeded, 2)
  const { requests, bytes, times, failures } = await read(target, seeded, readSeconds)
  if (failures > 0) throw new Error(`${failures} reads failed`)
  report(
    'read an article',
    {
      connections,
      bytes: Math.round(bytes / requests),
      requestsPerSecond: round(requests / readSeconds),
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
    },
    '≥ 1350/s, p95 ≤ 8 ms',
  )
}

async function read({ baseURL, token }: Target, { articles }: Seeded, seconds: number) {
  const times: number[] = []
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: baseURL,
        connections,
        duration: seconds,
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': acceptedEncodings },
        requests: [
          {
            method: 'GET',
            setupRequest: (request) => ({
              ...request,
              path: `/api/article/${articles[Math.floor(Math.random() * articles.length)]?.shortId}`,
            }),
          },
        ],
      },
      (error: Error | null, done) => (error ? reject(error) : resolve(done)),
    )
    instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  })
  const failures = result.non2xx + result.errors
  // With the head of each response.
  return { requests: result.requests.total, bytes: result.throughput.total, times, failures }
}

/** The whole tree of a workspace with 2,000 articles, in one request; and the same for who has it already. */
export async function benchTree(target: Target, seeded: Seeded): Promise<void> {
  const address = `/api/browse/${seeded.workspace.shortId}`
  const { etag = '' } = (await timeRequest(target, address)).headers
  const times: number[] = []
  const unchanged: number[] = []
  let bytes = 0
  for (let i = 0; i < 60; i++) {
    const whole = await timeRequest(target, address)
    const known = await timeRequest(target, address, { 'if-none-match': etag })
    if (known.status !== 304) throw new Error('An unchanged tree was sent again')
    bytes = whole.bytes
    // The first requests find no compiled code and an empty cache.
    if (i < 10) continue
    times.push(whole.ms)
    unchanged.push(known.ms)
  }
  report(
    'whole tree',
    {
      requests: 1,
      articles: seeded.articles.length,
      bytes,
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
      unchangedP50Ms: percentile(unchanged, 0.5),
      unchangedP95Ms: percentile(unchanged, 0.95),
    },
    'p95 ≤ 20 ms',
  )
}

export async function benchSignIn(
  { baseURL }: Target,
  accounts: readonly { email: string; password: string }[],
): Promise<void> {
  const times: number[] = []
  for (const account of accounts) {
    const started = performance.now()
    const answer = await fetch(`${baseURL}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    if (!answer.ok) throw new Error(`Sign-in answered ${answer.status}`)
    await answer.arrayBuffer()
    times.push(performance.now() - started)
  }
  report(
    'sign in',
    { attempts: times.length, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) },
    'to beat: 292 ms',
  )
}
