/** Waiting times of those who ask: for the passages an answer is made from, and for its first word. */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { enableAi } from '../../e2e/support/ai-company.ts'
import type { Member } from '../../packages/server/src/access/index.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { createPassageSearch, createTermStatistics } from '../../packages/server/src/search/index.ts'
import { StreamClient } from '../../packages/server/test/clients/stream-client.ts'
import { startModelServer, type ModelServer } from '../../packages/server/test/servers/model-server.ts'
import { percentile, reportGoals } from '../report.ts'
import type { Target } from './search-request.ts'
import { commonWords, rareWords, wordOf, type SearchedCompany } from './seed-search.ts'

const passages = 12
/** Fewer than a person may ask in a minute. */
const asked = 25

const questions = commonWords.map((word, n) => `How does the ${word} of the ${wordOf(5000 + n)} work?`)
/** Queries that a model writes for the question. */
const queriesFor = (n: number): string[] => [`${commonWords[n]} ${rareWords[n]}`, rareWords[n] ?? '', wordOf(900 + n)]

/** With the question and three queries each. */
export async function measureRetrieval(db: Db, { companyId, memberId }: SearchedCompany, size: number): Promise<void> {
  const search = createPassageSearch({ db, statistics: createTermStatistics(db) })
  const state = { isActivated: true, isPaid: true, role: 'user', status: 'active' } as const
  const member: Member = { sessionId: '', userId: memberId, isSuperAdmin: false, company: { id: companyId, ...state } }
  const times: number[] = []
  // Connections prepare their statements.
  for (const n of [0, 1, 2, ...questions.keys()]) {
    const started = performance.now()
    const found = await search.find(member, [questions[n] ?? '', ...queriesFor(n)], passages)
    if (found.length === 0) throw new Error(`Nothing was found for "${questions[n]}"`)
    times.push(performance.now() - started)
  }
  const sample = times.slice(3)
  reportGoals(
    'answers: retrieval',
    { articles: size, questions: sample.length, p50Ms: percentile(sample, 0.5), p95Ms: percentile(sample, 0.95) },
    { p95Ms: { max: 80 } },
  )
}

/** From the question to the first word on the socket; the model writes its queries and its answer immediately. */
export async function measureFirstWord(target: Target, db: Db, company: SearchedCompany, size: number): Promise<void> {
  const model = await startModelServer()
  try {
    await enableAi(db, { id: company.companyId }, model)
    const times: number[] = []
    for (let n = 0; n < asked; n++) {
      model.reply = replyFor(n)
      times.push(await firstWord(target, questions[n] ?? ''))
    }
    reportGoals(
      'answers: first word over the model’s own',
      { articles: size, questions: asked, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) },
      { p95Ms: { max: 300 } },
    )
  } finally {
    await db.deleteFrom('ai_settings').where('company_id', '=', company.companyId).execute()
    await model.close()
  }
}

const replyFor =
  (n: number): ModelServer['reply'] =>
  (body) =>
    JSON.stringify(body).includes('You write search queries')
      ? JSON.stringify({ queries: queriesFor(n) })
      : 'It works [1].'

async function firstWord({ baseURL, token }: Target, question: string): Promise<number> {
  const response = await fetch(`${baseURL}/api/user/ticket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`The ticket was answered with ${response.status}`)
  const { token: ticket } = (await response.json()) as { token: string }
  const client = new StreamClient(baseURL, 'ai-answer', ticket)
  await client.opened
  const started = performance.now()
  const first = new Promise<number>((resolve) =>
    client.ws.on('message', () => {
      if (client.received.at(-1)?.data !== undefined) resolve(performance.now() - started)
    }),
  )
  await client.send({ type: 'start', data: { key: newKey(), question, messages: [] } })
  const ms = await Promise.race([
    first,
    client.closed.then(({ code, reason }) => Promise.reject(new Error(`${code} ${reason}`))),
  ])
  await client.closed
  return ms
}
