/**
 * Whether the right article is among the first five that an answer is made from, in our own corpus: by the words of the
 * question alone, and with keyword queries such as a model writes. The paraphrases share few words with their articles; their
 * queries were written by someone who knew the articles, so they show what the merging of queries can do, not how well a
 * model writes them.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Member } from '../packages/server/src/access/index.ts'
import { buildArticle } from '../packages/server/src/article/article.builder.ts'
import { buildCompany } from '../packages/server/src/company/company.builder.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { createPassageSearch, createTermStatistics } from '../packages/server/src/search/index.ts'
import { indexBatch } from '../packages/server/src/search/index/indexer.ts'
import { renewTerms } from '../packages/server/src/search/index/indexer.queries.ts'
import { buildWorkspace } from '../packages/server/src/workspace/workspace.builder.ts'
import { percentile, report } from './report.ts'

type Article = { readonly key: string; readonly title: string; readonly tags: string[]; readonly text: string }
type Question = { readonly q: string; readonly expected: string; readonly queries?: readonly string[] }
type Corpus = {
  readonly language: string
  readonly articles: readonly Article[]
  readonly questions: readonly Question[]
}

const depth = 5
const passages = 12
const goals = { words: 0.85, queries: 0.95 }
const folder = path.join(import.meta.dirname, 'search-quality')
const readJson = async <Data>(file: string) => JSON.parse(await readFile(file, 'utf8')) as Data

export async function benchAnswers(db: Db): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const corpora = await Promise.all(names.map((name) => readJson<Corpus>(path.join(folder, name))))
  const paraphrases = await readJson<Question[]>(path.join(import.meta.dirname, 'answers', 'paraphrases.json'))
  const search = createPassageSearch({ db, statistics: createTermStatistics(db) })
  const readers = new Map<Corpus, Awaited<ReturnType<typeof seed>>>()
  for (const corpus of corpora) readers.set(corpus, await seed(db, corpus))
  while ((await indexBatch(db)) !== 0);
  await renewTerms(db)
  const tally = { words: 0, queries: 0, paraphrasedByWords: 0, paraphrasedByQueries: 0 }
  const durations: number[] = []
  let count = 0
  for (const [corpus, { member, keys }] of readers) {
    const find = async ({ q, expected }: Question, queries: readonly string[]) => {
      const startedAt = performance.now()
      const found = await search.find(member, [q, ...queries], passages)
      durations.push(performance.now() - startedAt)
      const articles = [...new Set(found.map(({ articleId }) => keys.get(articleId)))].slice(0, depth)
      if (!articles.includes(expected))
        report('missed', { q, queries: queries.join(', '), expected, found: articles.join(' ') })
      return articles.includes(expected) ? 1 : 0
    }
    for (const question of corpus.questions) {
      const isFound = await find(question, [])
      tally.words += isFound
      tally.queries += isFound
      count += 1
    }
    if (corpus.language !== 'en') continue
    for (const question of paraphrases) {
      const [byWords, byQueries] = [await find(question, []), await find(question, question.queries ?? [])]
      tally.words += byWords
      tally.queries += byQueries
      tally.paraphrasedByWords += byWords
      tally.paraphrasedByQueries += byQueries
      count += 1
    }
  }
  const [byWords, byQueries] = [tally.words / count, tally.queries / count]
  report(
    'answers',
    {
      questions: count,
      byWords: round(byWords),
      byQueries: round(byQueries),
      paraphrases: paraphrases.length,
      paraphrasedByWords: round(tally.paraphrasedByWords / paraphrases.length),
      paraphrasedByQueries: round(tally.paraphrasedByQueries / paraphrases.length),
      retrievalP95: percentile(durations, 0.95),
    },
    `by words ≥ ${goals.words}, by queries ≥ ${goals.queries}`,
  )
  if (byWords < goals.words || byQueries < goals.queries) process.exitCode = 1
}

const round = (share: number): number => Math.round(share * 1000) / 1000

/** A company with the articles, and its owner. */
async function seed(db: Db, { language, articles }: Corpus): Promise<{ member: Member; keys: Map<string, string> }> {
  const company = await buildCompany(db, { title: `Answers ${language}` })
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: language })
  const keys = new Map<string, string>()
  for (const { key, title, tags, text } of articles) {
    const article = await buildArticle(db, { workspace, author: company.owner, title, tags, textTabs: [{ text }] })
    keys.set(article.id, key)
  }
  const state = { isActivated: true, isPaid: true, role: 'owner', status: 'active' } as const
  const member = { sessionId: '', userId: company.owner.id, isSuperAdmin: false, company: { id: company.id, ...state } }
  return { member, keys }
}
