/**
 * The removal of a large company, and how long readers of another one wait in the meantime. REMOVAL_ARTICLES changes
 * its size.
 */
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import type { RunningServer } from '../e2e/support/server.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { percentile, report, round } from './report.ts'
import { seedArticles, seedCompany, untilIndexed } from './search/seed-search.ts'
import type { Seeded } from './seed.ts'

const readsPerSecond = 20
const secondsBefore = 20

type Reader = { readonly userId: string; readonly token: string }

export async function benchRemoval(
  server: RunningServer,
  db: Db,
  { userId, token }: Reader,
  seeded: Seeded,
): Promise<void> {
  const articles = Number(process.env['REMOVAL_ARTICLES'] ?? 20_000)
  const company = await seedCompany(db)
  await seedArticles(db, company, 0, articles)
  await untilIndexed(db)
  await sql`analyze`.execute(db)
  await db.updateTable('users').set({ is_super_admin: true }).where('id', '=', userId).execute()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  const read = async (): Promise<number> => {
    const article = seeded.articles[Math.floor(Math.random() * seeded.articles.length)]
    const started = performance.now()
    const response = await fetch(`${server.baseURL}/api/article/${article?.shortId}`, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`An article was answered with ${response.status}`)
    return performance.now() - started
  }
  /** The times of reads at a steady rate. */
  const readWhile = async (goesOn: () => Promise<boolean>): Promise<number[]> => {
    const times: Promise<number>[] = []
    for (let n = 0; n % readsPerSecond !== 0 || (await goesOn()); n++) {
      times.push(read())
      await delay(1000 / readsPerSecond)
    }
    return Promise.all(times)
  }
  const countLeft = async (table: string) =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)}
        where ${sql.ref(table === 'companies' ? 'id' : 'company_id')} = ${company.companyId}`.execute(db)
    ).rows[0]?.n ?? 0

  let seconds = 0
  await readWhile(async () => seconds++ < 3)
  seconds = 0
  const before = await readWhile(async () => seconds++ < secondsBefore)

  const started = performance.now()
  const title = { title: 'Searched' }
  const answer = await fetch(`${server.baseURL}/api/admin/company/${company.companyId}`, {
    method: 'DELETE',
    headers,
    body: JSON.stringify(title),
  })
  if (!answer.ok) throw new Error(`The removal was answered with ${answer.status}`)
  const answered = performance.now() - started
  const during = await readWhile(async () => (await countLeft('companies')) > 0)
  const removed = performance.now() - started

  const left = await Promise.all(['articles', 'workspaces', 'search_entries', 'files', 'videos'].map(countLeft))
  const [p95BeforeMs, p95DuringMs] = [percentile(before, 0.95), percentile(during, 0.95)]
  report(
    'removal of a company',
    {
      articles,
      answerMs: round(answered),
      seconds: round(removed / 1000),
      p50BeforeMs: percentile(before, 0.5),
      p50DuringMs: percentile(during, 0.5),
      p95BeforeMs,
      p95DuringMs,
      ratio: round(p95DuringMs / p95BeforeMs),
      rowsLeft: left.reduce((sum, n) => sum + n, 0),
    },
    'p95 of others ≤ 1.5 × before, no rows left',
  )
}
