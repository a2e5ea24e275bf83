// The server is killed while people write comments and repeat each request until there is a response, as the page does.
import { newId } from '@knowreel/shared/identity/ids.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { prepareKillableServer } from '../../test/servers/killable-server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany } from '../company/company.builder.ts'
import { startSession } from '../user/index.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const { db, connection } = await createTestDatabase()
const server = await prepareKillableServer(connection)

test('a server that is killed repeatedly loses and duplicates no comment', { timeout: 480_000 }, async () => {
  const company = await buildCompany(db)
  const article = await buildArticle(db, { workspace: await buildWorkspace(db, { company }) })
  const token = await startSession(db, { userId: company.owner.id, companyId: company.id, userAgent: null })
  const accepted = new Set<string>()
  const answers: number[] = []
  let isOver = false

  const send = async (clientId: string): Promise<void> => {
    const response = await fetch(`${server.url}/api/comment/${article.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ newComment: { clientId, content: `<p>${clientId}</p>` } }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    await response?.text().catch(() => null)
    answers.push(response?.status ?? 0)
    if (response?.status === 200) accepted.add(clientId)
    else await delay(100)
  }
  const person = async () => {
    while (!isOver) {
      const clientId = newId()
      while (!isOver && !accepted.has(clientId)) await send(clientId)
    }
  }

  await server.start()
  const people = [person(), person(), person()]
  for (let kills = 0; kills < 3; kills++) {
    const before = accepted.size
    // Fewer than the limit per minute, so that nobody is throttled.
    while (accepted.size < before + 6) await delay(5)
    await server.kill()
    await server.start()
  }
  isOver = true
  await Promise.all(people)
  const rows = await db.selectFrom('comments').select(['content', 'client_id']).execute()
  const words = rows.map(({ client_id: clientId }) => clientId)
  const summary = `answers: ${answers.join(' ')}`
  expect(new Set(words).size, summary).toBe(words.length)
  for (const clientId of accepted) expect(words, summary).toContain(clientId)
  for (const { content, client_id: clientId } of rows) expect(content).toBe(`<p>${clientId}</p>`)
  expect(accepted.size, summary).toBeGreaterThanOrEqual(18)
})
