/**
 * Whether people find what they look for, in our own corpus: for each language a company with its articles, searches
 * with the articles that belong to them, and questions with the article that answers them. Expectations were written
 * before the search was tried. Misses are listed.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import { searchCategories, type searchCalls } from '@knowreel/shared/search/search.calls.ts'
import { buildArticle } from '../packages/server/src/article/article.builder.ts'
import { buildCompany, buildMember } from '../packages/server/src/company/company.builder.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { indexBatch } from '../packages/server/src/search/index/indexer.ts'
import { renewTerms } from '../packages/server/src/search/index/indexer.queries.ts'
import { startSession } from '../packages/server/src/user/index.ts'
import { buildWorkspace, grantWorkspaceRole } from '../packages/server/src/workspace/workspace.builder.ts'
import { report } from './report.ts'
import { startUnlimitedServer } from './unlimited-server-process.ts'

type Corpus = {
  readonly language: string
  readonly articles: readonly { key: string; title: string; tags: string[]; text: string }[]
  /** Words as people type them, and every article that belongs to them. */
  readonly searches: readonly { q: string; expected: readonly string[] }[]
  readonly questions: readonly { q: string; expected: string }[]
}

const folder = path.join(import.meta.dirname, 'search-quality')
const goal = 0.95
const searchDepth = 10
const questionDepth = 5

export async function benchSearchQuality(db: Db, databaseDirectory: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  const corpora = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Corpus),
  )
  const tokens = new Map<Corpus, { token: string; keys: Map<string, string> }>()
  for (const corpus of corpora) tokens.set(corpus, await seed(db, corpus))
  while ((await indexBatch(db)) !== 0);
  await renewTerms(db)
  const server = await startUnlimitedServer(databaseDirectory)
  const totals = { found: 0, expected: 0, answered: 0, questions: 0 }
  try {
    for (const [corpus, { token, keys }] of tokens) {
      const find = (q: string) => findArticles(server.baseURL, token, keys, q)
      const recalls = { found: 0, expected: 0, answered: 0, questions: corpus.questions.length }
      for (const { q, expected } of corpus.searches) {
        const found = (await find(q)).slice(0, searchDepth)
        const hits = expected.filter((key) => found.includes(key))
        recalls.found += hits.length
        recalls.expected += expected.length
        if (hits.length < expected.length) reportMiss(corpus, q, expected, found)
      }
      for (const { q, expected } of corpus.questions) {
        const found = (await find(q)).slice(0, questionDepth)
        if (found.includes(expected)) recalls.answered += 1
        else reportMiss(corpus, q, [expected], found)
      }
      reportQuality(corpus.language, recalls)
      for (const key of ['found', 'expected', 'answered', 'questions'] as const) totals[key] += recalls[key]
    }
  } finally {
    server.stop()
  }
  reportQuality('all', totals)
}

const toThousandths = (share: number): number => Math.round(share * 1000) / 1000

function reportMiss({ language }: Corpus, q: string, expected: readonly string[], found: readonly string[]): void {
  report('missed', { language, q, expected: expected.join(' '), found: found.join(' ') })
}

function reportQuality(
  language: string,
  { found, expected, answered, questions }: { found: number; expected: number; answered: number; questions: number },
): void {
  const [recall, share] = [found / expected, answered / questions]
  report(
    'search quality',
    {
      language,
      recallAt10: toThousandths(recall),
      answersInFirst5: toThousandths(share),
      searches: expected,
      questions,
    },
    `both ≥ ${goal}`,
  )
  if (recall < goal || share < goal) process.exitCode = 1
}

/** A company with the articles, and a reader of them. */
async function seed(db: Db, { language, articles }: Corpus) {
  const company = await buildCompany(db, { title: `Corpus ${language}` })
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: language })
  const reader = await buildMember(db, company)
  await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  const keys = new Map<string, string>()
  for (const { key, title, tags, text } of articles) {
    const article = await buildArticle(db, { workspace, author: company.owner, title, tags, textTabs: [{ text }] })
    keys.set(article.id, key)
  }
  const token = await startSession(db, { userId: reader.id, companyId: company.id, userAgent: null })
  return { token, keys }
}

/** Keys of the articles as a person sees them: by category, each once. A tag stands for its articles. */
async function findArticles(baseURL: string, token: string, keys: ReadonlyMap<string, string>, q: string) {
  const response = await fetch(`${baseURL}/api/search/global/${encodeURIComponent(q)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`"${q}" was answered with ${response.status}`)
  const found = (await response.json()) as CallResponse<typeof searchCalls.global>
  const ids = searchCategories.flatMap((category) => (found[category] ?? []).map(({ articleId }) => articleId))
  return [...new Set(ids)].flatMap((id) => keys.get(id ?? '') ?? [])
}
