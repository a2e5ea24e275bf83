/**
 * What a person opened from the search or asked, per company. Titles, workspaces, links and excerpts are those of now,
 * read as a search reads them. docs/decisions/0266-search-history.md
 */
import { emptyResult } from '@knowreel/shared/search/empty-result.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import type { Member } from '../../access/index.ts'
import type { ArticleParentCache } from '../../article/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { readParents } from '../query/parents.ts'
import { locationOfExcerpt, resultIdOf, type ShownExcerpt } from '../query/result-location.ts'
import { withEarlierOccurrences } from '../query/result-locations.queries.ts'
import { toResult } from '../query/to-result.ts'
import { findHistory, lockHistory, readSought, saveHistory, type StoredHistory } from './history.queries.ts'
import type { Remembered, RememberedResult } from '../search.tables.ts'
import { isQuestion, soughtOf, subjectOf, toRemembered } from './remembered-result.ts'

export const maxQuestions = 50

type History = { history: { _id: string; questions: SearchResult[] } }

export type HistoryServices = { readonly db: Db; readonly parents: ArticleParentCache }

export async function readHistory(services: HistoryServices, member: Member): Promise<History> {
  const known = await findHistory(services.db, member)
  return toHistory(services, member, known ?? (await runTransaction(services.db, (trx) => lockHistory(trx, member))))
}

/** Puts the question first; one with the same id moves up. One that the person cannot find is not stored. */
export async function rememberQuestion(
  services: HistoryServices,
  member: Member,
  question: SearchResult,
): Promise<History> {
  const asked = toRemembered(question)
  const added = asked === null || (await readResults(services, member, [asked])).length === 0 ? [] : [asked]
  const stored = await runTransaction(services.db, async (trx) => {
    const known = await lockHistory(trx, member)
    const others = known.questions.filter(({ id }) => id !== question.id)
    const history = { ...known, questions: [...added, ...others].slice(0, maxQuestions) }
    await saveHistory(trx, history)
    return history
  })
  return toHistory(services, member, stored)
}

const toHistory = async (services: HistoryServices, member: Member, stored: StoredHistory): Promise<History> => ({
  history: { _id: stored.id, questions: await readResults(services, member, stored.questions) },
})

/** Without what the person no longer sees. */
async function readResults(
  services: HistoryServices,
  member: Member,
  questions: readonly Remembered[],
): Promise<SearchResult[]> {
  const found = await findResults(services, member, questions)
  const shown = new Map<string, SearchResult>()
  for (const question of questions) {
    const result = isQuestion(question)
      ? { ...emptyResult, ...question, category: 'none' as const }
      : (found.get(question.id) ?? found.get(subjectIdOf(question.id)))
    if (result !== undefined && !shown.has(result.id)) shown.set(result.id, result)
  }
  return [...shown.values()]
}

/** Of the article or draft that a result is in. */
const subjectIdOf = (id: string): string => {
  const [kind = '', subjectId = ''] = id.split(':')
  return `${kind.startsWith('draft') ? 'draft' : 'article'}:${subjectId}`
}

const shownOf = (result: RememberedResult | undefined): ShownExcerpt | null =>
  result === undefined || result.excerpt === null ? null : { ...result, excerpt: result.excerpt }

/** By id: the results of now, and the articles and drafts that they are in. */
async function findResults(
  { db, parents }: HistoryServices,
  member: Member,
  questions: readonly Remembered[],
): Promise<Map<string, SearchResult>> {
  const results = questions.flatMap((question) => (isQuestion(question) ? [] : [question]))
  const sought = results.flatMap((result) => soughtOf(result) ?? [])
  const rows = await readSought(db, member, [...sought, ...sought.flatMap((one) => subjectOf(one) ?? [])])
  const remembered = new Map(results.map((result) => [result.id, result]))
  const found = rows.flatMap((row) => {
    const location = locationOfExcerpt(row, shownOf(remembered.get(resultIdOf(row))))
    return location === null ? [] : [{ facts: row, location }]
  })
  const locations = await withEarlierOccurrences(
    db,
    found.map(({ facts }) => facts),
    found.map(({ location }) => location),
  )
  const above = await readParents(db, parents, rows)
  return new Map(
    found.map(({ facts, location }, index) => {
      const parent = above.get(facts.article?.id ?? '') ?? null
      return [location.id, toResult({ facts, location: locations[index] ?? location }, parent)]
    }),
  )
}
