/** What a person opened from the search or asked, per company. */
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { isUuid, newId } from '@knowreel/shared/identity/ids.ts'
import type { Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { listVisibleSubjects } from './query/reach.ts'

export const maxQuestions = 50

type History = { history: { _id: string; questions: SearchResult[] } }

/** Without what the person no longer sees. */
export async function readHistory(db: Db, member: Member): Promise<History> {
  const row = await db
    .selectFrom('search_histories')
    .select(['id', 'questions'])
    .where('user_id', '=', member.userId)
    .where('company_id', '=', member.company.id)
    .executeTakeFirst()
  if (row === undefined) return rememberQuestion(db, member, null)
  return { history: { _id: row.id, questions: await keepVisible(db, member, row.questions) } }
}

/** Puts the question first; one with the same id moves up. */
export function rememberQuestion(db: Db, member: Member, question: SearchResult | null): Promise<History> {
  return runTransaction(db, async (trx) => {
    await trx
      .insertInto('search_histories')
      .values({ id: newId(), user_id: member.userId, company_id: member.company.id })
      .onConflict((conflict) => conflict.columns(['user_id', 'company_id']).doNothing())
      .execute()
    const row = await trx
      .selectFrom('search_histories')
      .select(['id', 'questions'])
      .where('user_id', '=', member.userId)
      .where('company_id', '=', member.company.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // A client can send anything; only what it may see is kept.
    const added = question === null ? [] : await keepVisible(trx, member, [question])
    const others = row.questions.filter(({ id }) => id !== question?.id)
    const questions = [...added, ...others].slice(0, maxQuestions)
    await trx
      .updateTable('search_histories')
      .set({ questions: JSON.stringify(questions) })
      .where('id', '=', row.id)
      .execute()
    return { history: { _id: row.id, questions: await keepVisible(trx, member, questions) } }
  })
}

/** With their titles and links of now. */
async function keepVisible(db: Db, member: Member, questions: readonly SearchResult[]): Promise<SearchResult[]> {
  const ids = questions.map(subjectOf).filter((id) => id !== null && isUuid(id)) as string[]
  const visible = ids.length === 0 ? [] : await listVisibleSubjects(db, member, ids)
  const subjects = new Map(visible.map((subject) => [subject.id, subject]))
  return questions.flatMap((question) => {
    if (question.category === 'none') return [question]
    const subject = subjects.get(subjectOf(question) ?? '')
    if (subject === undefined) return []
    const isTitle = question.category === 'article' || question.category === 'draft'
    return [{ ...question, ...(isTitle && { title: subject.title }), sharedToken: subject.sharedToken }]
  })
}

/** A question to the assistant has none. */
const subjectOf = ({ category, articleId, draftId, workspace }: SearchResult): string | null =>
  category === 'none' ? null : (articleId ?? draftId ?? workspace?.id ?? null)
