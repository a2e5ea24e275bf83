/**
 * Search in an installation with many articles, as a member of half of its workspaces. The installation grows to each
 * of SEARCH_SIZES in turn.
 */
import path from 'node:path'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import type { RunningServer } from '../e2e/support/server.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { renewTerms } from '../packages/server/src/search/index/indexer.queries.ts'
import { percentile, report, reportGoals, round } from './report.ts'
import { measureFirstWord, measureRetrieval } from './search/answers-in-use.ts'
import { measureSaves, measureTyping } from './search/search-in-use.ts'
import { search, type Target } from './search/search-request.ts'
import {
  authorName,
  chineseWords,
  commonWords,
  rareWords,
  seedArticles,
  seedCompany,
  tagOf,
  untilIndexed,
  wordOf,
  type SearchedCompany,
} from './search/seed-search.ts'
import { startUnlimitedServer } from './unlimited-server-process.ts'

/** Repetitions of every search; the last one picks from results that were ranked before. */
const repetitions = 3

/** Different words each time, since repeated searches are cheaper. */
const searches: Record<string, readonly string[]> = {
  'rare word': rareWords,
  'common word (60 % of articles)': commonWords,
  'two words': commonWords.map((word, n) => `${word} ${wordOf(40 + n)}`),
  prefix: commonWords.map((_, n) => wordOf(300 + 37 * n).slice(0, 4)),
  'two Chinese characters': chineseWords,
  'question of eight words': commonWords.map(
    (_, n) => `how does the ${wordOf(900 + n)} of the ${wordOf(5000 + n)} work?`,
  ),
  // In workspaces of the member, which are those with even numbers.
  'common word in a workspace': commonWords.map((word, n) => `in:"Workspace ${2 * (n % 20)}" ${word}`),
  'common word with a tag': commonWords.map((word, n) => `tag:${tagOf(2 * n)} ${word}`),
  'common word by an author': commonWords.map((word) => `by:"${authorName}" ${word}`),
  'rare word by an author': rareWords.map((word) => `by:"${authorName}" ${word}`),
}

/** Targets of p95; small installations have up to 2,000 articles. */
const goals = { smallMs: 30, largeMs: 60, rareGrowth: 1.5, perSecond: 800 }
const isSmall = (size: number): boolean => size <= 2000

export async function benchSearch(main: RunningServer, db: Db): Promise<void> {
  const sizes = (process.env['SEARCH_SIZES'] ?? '2000,100000').split(',').map(Number)
  const company = await seedCompany(db)
  const api = await startUnlimitedServer(path.join(main.dataDirectory, 'postgres'))
  const target = { baseURL: api.baseURL, token: company.token }
  const smallest: Record<string, number> = {}
  let count = 0
  try {
    for (const size of sizes) {
      await grow(db, company, count, size)
      count = size
      for (const [name, words] of Object.entries(searches))
        await measureSearches(target, { name, words, size, smallest })
      await measureRetrieval(db, company, size)
      await measureFirstWord({ ...target, baseURL: main.baseURL }, db, company, size)
      await measureThroughput(target, size)
      await measureSaves(main.baseURL, { ...target, token: company.ownerToken }, company, size)
      await measureTyping(main.baseURL, company.token, size)
    }
  } finally {
    api.stop()
  }
}

async function grow(db: Db, company: SearchedCompany, from: number, to: number): Promise<void> {
  const started = performance.now()
  await seedArticles(db, company, from, to)
  const written = performance.now()
  await untilIndexed(db)
  const indexed = performance.now()
  await renewTerms(db)
  await sql`vacuum analyze`.execute(db)
  report('search: indexing', {
    articles: to,
    writingSeconds: round((written - started) / 1000),
    indexingSeconds: round((indexed - written) / 1000),
  })
}

type Measured = {
  readonly name: string
  readonly words: readonly string[]
  readonly size: number
  /** p95 in the smallest installation, by name. */
  readonly smallest: Record<string, number>
}

async function measureSearches(target: Target, { name, words, size, smallest }: Measured): Promise<void> {
  const [first, repeated]: [number[], number[]] = [[], []]
  let results = 0
  let empty = 0
  // Connections prepare their statements.
  for (const [n, word] of [...words.slice(0, 5), ...words].entries())
    for (let times = 1; times <= repetitions; times++) {
      const started = performance.now()
      const found = await search(target, `${word}${n < 5 ? ' ' : ''}`)
      const ms = performance.now() - started
      results = Object.values(found).flat().length
      if (n >= 5 && results === 0) empty += 1
      if (n >= 5) (times < repetitions ? first : repeated).push(ms)
    }
  const p95Ms = percentile(first, 0.95)
  smallest[name] ??= p95Ms
  const growth = round(p95Ms / smallest[name])
  // Searches that find nothing measure something else.
  if (2 * empty > first.length + repeated.length) throw new Error(`Most searches of "${name}" find nothing`)
  const maxMs = isSmall(size) ? goals.smallMs : goals.largeMs
  reportGoals(
    `search: ${name}`,
    {
      articles: size,
      results,
      p50Ms: percentile(first, 0.5),
      p95Ms,
      repeatedP95Ms: percentile(repeated, 0.95),
      growth,
    },
    { p95Ms: { max: maxMs }, ...(name === 'rare word' && { growth: { max: goals.rareGrowth } }) },
  )
}

async function measureThroughput({ baseURL, token }: Target, size: number): Promise<void> {
  const { requests, non2xx } = await autocannon({
    url: `${baseURL}/api/search/global/${commonWords[0]}`,
    headers: { authorization: `Bearer ${token}` },
    connections: 8,
    duration: 10,
  })
  if (non2xx > 0) throw new Error(`${non2xx} searches failed`)
  reportGoals(
    'search: searches a second, 8 connections',
    { articles: size, perSecond: round(requests.average) },
    isSmall(size) ? { perSecond: { min: goals.perSecond } } : {},
  )
}
