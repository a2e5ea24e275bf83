/**
 * Whether people find what they look for, in our own corpus: for each language a company with its articles, searches
 * with the articles that belong to them, and questions with the article that answers them. One more company has the
 * texts of all languages as paragraphs of longer articles; there, a question must find its paragraph. Expectations were
 * written before the search was tried. Misses are listed.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { searchCategories } from '@knowreel/shared/search/search.calls.ts'
import { buildArticle } from '../packages/server/src/article/article.builder.ts'
import { buildCompany, buildMember } from '../packages/server/src/company/company.builder.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { indexBatch } from '../packages/server/src/search/index/indexer.ts'
import { renewTerms } from '../packages/server/src/search/index/indexer.queries.ts'
import { startSession } from '../packages/server/src/user/index.ts'
import { buildWorkspace, grantWorkspaceRole } from '../packages/server/src/workspace/workspace.builder.ts'
import { report } from './report.ts'
import { search, type Results } from './search/search-request.ts'
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
  const handbooks = await seedHandbooks(db, corpora)
  const companies = new Map<Corpus, { token: string; keys: Map<string, string> }>()
  for (const corpus of corpora) companies.set(corpus, await seed(db, corpus))
  while ((await indexBatch(db)) !== 0);
  await renewTerms(db)
  const server = await startUnlimitedServer(databaseDirectory)
  const { baseURL } = server
  const all: Counts = emptyCounts()
  try {
    for (const [corpus, { token, keys }] of companies) {
      const counts = emptyCounts()
      for (const { q, expected } of corpus.searches) {
        const found = articlesOf(await search({ baseURL, token }, q), keys).slice(0, searchDepth)
        const hits = expected.filter((key) => found.includes(key))
        counts.recall.found += hits.length
        counts.recall.of += expected.length
        if (hits.length < expected.length) reportMiss(corpus, q, expected, found)
      }
      for (const { q, expected } of corpus.questions) {
        const found = articlesOf(await search({ baseURL, token }, q), keys).slice(0, questionDepth)
        note(counts.articles, found.includes(expected))
        if (!found.includes(expected)) reportMiss(corpus, q, [expected], found)
        const paragraphs = paragraphsOf(await search({ baseURL, token: handbooks.token }, q), handbooks.paragraphs)
        note(counts.paragraphs, paragraphs.slice(0, questionDepth).includes(expected))
        note(counts.firstParagraphs, paragraphs[0] === expected)
        if (!paragraphs.slice(0, questionDepth).includes(expected))
          reportMiss(corpus, `${q} (paragraph)`, [expected], paragraphs)
      }
      reportQuality(corpus.language, counts)
      for (const key of countNames) {
        all[key].found += counts[key].found
        all[key].of += counts[key].of
      }
    }
  } finally {
    server.stop()
  }
  reportQuality('all', all)
}

const countNames = ['recall', 'articles', 'paragraphs', 'firstParagraphs'] as const
type Count = { found: number; of: number }
type Counts = Record<(typeof countNames)[number], Count>

const emptyCounts = (): Counts => ({
  recall: { found: 0, of: 0 },
  articles: { found: 0, of: 0 },
  paragraphs: { found: 0, of: 0 },
  firstParagraphs: { found: 0, of: 0 },
})

function note(count: Count, isFound: boolean): void {
  count.of += 1
  if (isFound) count.found += 1
}

const toThousandths = (share: number): number => Math.round(share * 1000) / 1000

function reportMiss({ language }: Corpus, q: string, expected: readonly string[], found: readonly string[]): void {
  report('missed', { language, q, expected: expected.join(' '), found: found.join(' ') })
}

function reportQuality(language: string, { recall, articles, paragraphs, firstParagraphs }: Counts): void {
  const shareOf = ({ found, of }: Count) => (of === 0 ? 1 : found / of)
  report(
    'search quality',
    {
      language,
      expectedHits: recall.of,
      recallAt10: toThousandths(shareOf(recall)),
      questions: articles.of,
      articleInFirst5: toThousandths(shareOf(articles)),
      paragraphInFirst5: toThousandths(shareOf(paragraphs)),
      paragraphFirst: toThousandths(shareOf(firstParagraphs)),
    },
    `recall, articles and paragraphs ≥ ${goal}`,
  )
  if ([recall, articles, paragraphs].some((count) => shareOf(count) < goal)) process.exitCode = 1
}

const paragraphsPerHandbook = 4

type Paragraph = { readonly key: string; readonly start: number; readonly end: number }

/** One company with all languages. Each text is a paragraph below its title, and each article has several of them. */
async function seedHandbooks(db: Db, corpora: readonly Corpus[]) {
  const company = await buildCompany(db, { title: 'Handbooks' })
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Handbooks' })
  const paragraphs = new Map<string, Paragraph[]>()
  for (const { language, articles } of corpora)
    for (let from = 0; from < articles.length; from += paragraphsPerHandbook) {
      const sections: Paragraph[] = []
      let text = ''
      for (const { key, title, text: body } of articles.slice(from, from + paragraphsPerHandbook)) {
        const start = text.length
        text += `${title}\n${body}\n`
        sections.push({ key, start, end: text.length })
      }
      const title = `Handbook ${language} ${from / paragraphsPerHandbook + 1}`
      const { id } = await buildArticle(db, { workspace, author: company.owner, title, textTabs: [{ text }] })
      paragraphs.set(id, sections)
    }
  const token = await startSession(db, { userId: company.owner.id, companyId: company.id, userAgent: null })
  return { token, paragraphs }
}

/** Where the results of notes open. */
const paragraphsOf = (results: Results, paragraphs: ReadonlyMap<string, readonly Paragraph[]>): string[] =>
  (results.articleNotes ?? []).map(({ articleId, foundTextProperties: found }) => {
    const at = found?.startIndex ?? -1
    return paragraphs.get(articleId ?? '')?.find(({ start, end }) => at >= start && at < end)?.key ?? '-'
  })

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

/** Keys of the articles as a person sees them: by category, each once. A tag counts for its articles. */
function articlesOf(results: Results, keys: ReadonlyMap<string, string>): string[] {
  const ids = searchCategories.flatMap((category) => (results[category] ?? []).map(({ articleId }) => articleId))
  return [...new Set(ids)].flatMap((id) => keys.get(id ?? '') ?? [])
}
