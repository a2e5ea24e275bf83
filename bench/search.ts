/** Search in an installation with many articles, as a member of half of its workspaces. */
import autocannon from 'autocannon'
import { newId, newKey, newShortId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { buildMember } from '../packages/server/src/company/company.builder.ts'
import { startSession } from '../packages/server/src/user/index.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { indexBatch } from '../packages/server/src/search/index/indexer.ts'
import { renewTerms } from '../packages/server/src/search/index/indexer.queries.ts'
import { createRandom } from '../e2e/fuzz/fuzz-random.ts'
import { percentile, report, round } from './report.ts'
import { startUnlimitedServer } from './unlimited-server-process.ts'

type Target = { readonly baseURL: string; readonly token: string }
type Owner = { readonly companyId: string; readonly userId: string; readonly memberId: string }

const workspaceCount = 40
const articleLength = 3000
const rounds = 60
const warmUpRounds = 10
const vocabularySize = 20_000
/** Each rare word is in this many articles, whatever their number. */
const rareShare = 20

const syllables = 'ba de fi go hu ka le mi no pu ra se ti vo wu xa ye zi cho sta'.split(' ')
const wordOf = (n: number): string => {
  let word = ''
  for (let rest = n + 400; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length]
  return word
}

const searches = {
  'rare word': 'raritywordone',
  'common word (60 % of articles)': 'ubiquitous',
  'two words': `ubiquitous ${wordOf(40)}`,
  prefix: wordOf(300).slice(0, 4),
  'two Chinese characters': '会议',
  'question of eight words': `how does the ${wordOf(900)} of the ${wordOf(5000)} work?`,
} as const

/** Grows the installation to each of SEARCH_SIZES in turn. */
export async function benchSearch(db: Db, companyId: string, databaseDirectory: string): Promise<void> {
  const sizes = (process.env['SEARCH_SIZES'] ?? '2000,100000').split(',').map(Number)
  const owner = { companyId, ...(await buildPeople(db, companyId)) }
  const server = await startUnlimitedServer(databaseDirectory)
  try {
    const token = await startSession(db, { userId: owner.memberId, companyId, userAgent: null })
    await measureSizes({ baseURL: server.baseURL, token }, db, owner, sizes)
  } finally {
    server.stop()
  }
}

async function buildPeople(db: Db, companyId: string) {
  const [owner, member] = [await buildMember(db, { id: companyId }), await buildMember(db, { id: companyId })]
  return { userId: owner.id, memberId: member.id }
}

async function measureSizes(target: Target, db: Db, owner: Owner, sizes: readonly number[]): Promise<void> {
  const workspaces = await seedWorkspaces(db, owner)
  const p95s: Record<string, number[]> = {}
  let count = 0
  for (const size of sizes) {
    const started = performance.now()
    await seedArticles(db, owner, workspaces, count, size)
    while ((await indexBatch(db)) !== 0);
    await renewTerms(db)
    await sql`vacuum analyze`.execute(db)
    count = size
    report('search: indexing', { articles: size, seconds: round((performance.now() - started) / 1000) })
    for (const [name, q] of Object.entries(searches)) {
      const times: number[] = []
      let results = 0
      for (let n = 0; n < rounds + warmUpRounds; n++) {
        const { ms, count: found } = await search(target, q)
        results = found
        if (n >= warmUpRounds) times.push(ms)
      }
      const p95 = percentile(times, 0.95)
      const known = (p95s[name] ??= [])
      known.push(p95)
      report(
        `search: ${name}`,
        { articles: size, results, p50Ms: percentile(times, 0.5), p95Ms: p95, growth: round(p95 / (known[0] ?? p95)) },
        `p95 ≤ ${size <= 2000 ? 30 : 60} ms`,
      )
    }
    const { requests } = await autocannon({
      url: `${target.baseURL}/api/search/global/ubiquitous`,
      headers: { authorization: `Bearer ${target.token}` },
      connections: 8,
      duration: 10,
    })
    report(
      'search: searches a second, 8 connections',
      { articles: size, perSecond: round(requests.average) },
      '≥ 800 at 2,000',
    )
  }
}

async function search({ baseURL, token }: Target, q: string) {
  const started = performance.now()
  const answer = await fetch(`${baseURL}/api/search/global/${encodeURIComponent(q)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const found = (await answer.json()) as Record<string, unknown[]>
  const ms = performance.now() - started
  if (!answer.ok) throw new Error(`The search answered ${answer.status}`)
  return { ms, count: Object.values(found).flat().length }
}

/** The member has a role in every second one. */
async function seedWorkspaces(db: Db, { companyId, userId, memberId }: Owner): Promise<string[]> {
  const ids = Array.from({ length: workspaceCount }, () => newId())
  for (const [n, id] of ids.entries()) {
    await db
      .insertInto('workspaces')
      .values({
        id,
        short_id: newShortId(),
        company_id: companyId,
        owner_id: userId,
        title: `Workspace ${n}`,
        visibility: 'private',
        article_order: '[]',
      })
      .execute()
    if (n % 2 === 0)
      await db.insertInto('workspace_roles').values({ workspace_id: id, user_id: memberId, role: 'viewer' }).execute()
  }
  return ids
}

async function seedArticles(
  db: Db,
  { companyId, userId }: Owner,
  workspaces: readonly string[],
  from: number,
  to: number,
) {
  const random = createRandom(from + 1)
  for (let start = from; start < to; start += 500) {
    const numbers = Array.from({ length: Math.min(500, to - start) }, (_, n) => start + n)
    const rows = numbers.map((n) => ({ id: newId(), n, text: textOf(random, n, to - from) }))
    await db
      .insertInto('articles')
      .values(
        rows.map(({ id, n, text }) => ({
          id,
          short_id: newShortId(),
          company_id: companyId,
          workspace_id: workspaces[n % workspaces.length] ?? null,
          title: `${text.slice(0, 40)} ${n}`,
          slug: `article-${n}`,
          tags: [wordOf(n % 300)],
          author_id: userId,
          updated_by_id: userId,
          hash: 'seeded',
          published_at: new Date(Date.now() - (n % 100_000) * 60_000),
          updated_at: new Date(Date.now() - (n % 100_000) * 60_000),
        })),
      )
      .execute()
    await db
      .insertInto('text_tabs')
      .values(
        rows.map(({ id, text }) => ({
          article_id: id,
          id: newKey(),
          position: 0,
          title: 'Note',
          slug: 'note',
          content: '{"type":"doc","content":[]}',
          html: '',
          plain_text: text,
        })),
      )
      .execute()
  }
}

/** Words are as frequent as in natural text: the n-th most frequent has a share of 1/n. */
function textOf(random: ReturnType<typeof createRandom>, n: number, total: number): string {
  const words: string[] = []
  let length = 0
  while (length < articleLength) {
    const word = wordOf(Math.floor(vocabularySize ** random.next()))
    words.push(word)
    length += word.length + 1
  }
  if (n % 10 < 6) words[5 + Math.floor(random.next() * 200)] = 'ubiquitous'
  if (n % Math.max(1, Math.floor(total / rareShare)) === 4) words[50] = 'raritywordone'
  if (n % 20 === 8) words.push('每周会议记录保存在服务器上。')
  return words.join(' ')
}
