import autocannon from 'autocannon'
import { percentile, report, round } from './report.ts'
import type { Seeded } from './seed.ts'

type Target = { baseURL: string; token: string }

const connections = 8
const readSeconds = 10

/** Reads random articles over 8 connections for ten seconds, after a warm-up of two. */
export async function benchReading(target: Target, seeded: Seeded): Promise<void> {
  await read(target, seeded, 2)
  const { requests, times, failures } = await read(target, seeded, readSeconds)
  if (failures > 0) throw new Error(`${failures} reads failed`)
  report(
    'read an article',
    {
      connections,
      requestsPerSecond: round(requests / readSeconds),
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
    },
    '≥ 1800/s, p95 ≤ 8 ms',
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
        headers: { authorization: `Bearer ${token}` },
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
  return { requests: result.requests.total, times, failures: result.non2xx + result.errors }
}

/** The whole tree of a workspace with 2,000 articles, in one request. */
export async function benchTree(target: Target, seeded: Seeded): Promise<void> {
  const times: number[] = []
  let bytes = 0
  for (let i = 0; i < 60; i++) {
    const { ms, body } = await timeRequest(`${target.baseURL}/api/browse/${seeded.workspace.shortId}`, target.token)
    // The first requests find no compiled code and an empty cache.
    if (i >= 10) times.push(ms)
    bytes = body.length
  }
  report(
    'whole tree',
    {
      requests: 1,
      articles: seeded.articles.length,
      bytes,
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
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

async function timeRequest(url: string, token: string): Promise<{ ms: number; body: string }> {
  const started = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${body.slice(0, 200)}`)
  return { ms: performance.now() - started, body }
}
