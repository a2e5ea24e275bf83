import {
  dayOf,
  reviewState,
  type Day,
  type ReviewInterval,
  type ReviewSummary,
} from '@knowreel/shared/review/review.rules.ts'
import { sql } from 'kysely'
import { personColumn, type PersonRow } from '../person/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { accessRankOf, ranks } from '../workspace/index.ts'

export type ReviewRow = {
  readonly owner: PersonRow | null
  readonly reviewAt: Day
  readonly everyMonths: ReviewInterval
  readonly confirmedAt: Date | null
  readonly confirmedBy: PersonRow | null
  /** When the article was last published. */
  readonly changedAt: Date
}

/** A day as text; the driver would make it a time of the server's zone. */
const dayColumn = sql<Day>`to_char(r.review_at, 'YYYY-MM-DD')`

export async function findReview(db: Db, articleId: string): Promise<ReviewRow | null> {
  const row = await db
    .selectFrom('article_reviews as r')
    .innerJoin('articles as a', 'a.id', 'r.article_id')
    .where('r.article_id', '=', articleId)
    .select(['r.every_months as everyMonths', 'r.confirmed_at as confirmedAt', 'a.updated_at as changedAt'])
    .select([
      dayColumn.as('reviewAt'),
      personColumn('r.owner_id', 'a.company_id').as('owner'),
      personColumn('r.confirmed_by', 'a.company_id').as('confirmedBy'),
    ])
    .executeTakeFirst()
  return row ?? null
}

/** False unless the person is an active member of the article's company who may edit it. */
export async function mayOwn(db: Db, articleId: string, userId: string): Promise<boolean> {
  const rank = accessRankOf({
    userId: sql`m.user_id`,
    companyId: sql`m.company_id`,
    isCompanyAdmin: sql`(m.role in ('owner', 'admin'))`,
  })
  const { rows } = await sql`
    select from articles a
    join company_members m on m.company_id = a.company_id and m.status = 'active' and m.user_id = ${userId}
    join workspaces w on w.id = a.workspace_id and w.deleted_at is null
    where a.id = ${articleId} and ${rank} >= ${ranks.editor}
  `.execute(db)
  return rows.length > 0
}

export type ReviewChoice = { readonly ownerId: string; readonly reviewAt: Day; readonly everyMonths: ReviewInterval }

export async function saveReview(db: Db, articleId: string, choice: ReviewChoice): Promise<void> {
  const row = { owner_id: choice.ownerId, review_at: choice.reviewAt, every_months: choice.everyMonths }
  await db
    .insertInto('article_reviews')
    .values({ article_id: articleId, ...row })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(row))
    .execute()
}

export async function saveConfirmation(
  db: Db,
  { articleId, userId, reviewAt }: { articleId: string; userId: string; reviewAt: Day },
): Promise<void> {
  await db
    .updateTable('article_reviews')
    .set({ confirmed_at: new Date(), confirmed_by: userId, review_at: reviewAt })
    .where('article_id', '=', articleId)
    .execute()
}

export async function deleteReview(db: Db, articleId: string): Promise<void> {
  await db.deleteFrom('article_reviews').where('article_id', '=', articleId).execute()
}

/** At most `limit` published articles whose review is due and whose owners were not reminded of it. */
export async function listDueReviews(db: Db, today: Day, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.article_id as id from article_reviews r join articles a on a.id = r.article_id
    where r.review_at <= ${today}::date and r.reminded_for is distinct from r.review_at and r.owner_id is not null
      and a.deleted_at is null and a.published_at is not null and not a.is_archived
    order by r.review_at limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The owner to remind; null if somebody else was faster, or it is no longer due. */
export async function markReminded(trx: Trx, articleId: string, today: Day): Promise<string | null> {
  const { rows } = await sql<{ ownerId: string | null }>`
    update article_reviews set reminded_for = review_at
    where article_id = ${articleId} and review_at <= ${today}::date and reminded_for is distinct from review_at
    returning owner_id as "ownerId"
  `.execute(trx)
  return rows[0]?.ownerId ?? null
}

/** By article; articles without reviews are missing. */
export const createReviewStates =
  (db: Db) =>
  async (articleIds: readonly string[]): Promise<Map<string, ReviewSummary>> => {
    const today = dayOf(new Date())
    if (articleIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('article_reviews as r')
      .innerJoin('articles as a', 'a.id', 'r.article_id')
      .where(sql<boolean>`r.article_id = any(${articleIds}::uuid[])`)
      .select(['r.article_id as id', 'r.confirmed_at as confirmedAt', 'a.updated_at as changedAt'])
      .select(dayColumn.as('reviewAt'))
      .execute()
    return new Map(
      rows.map(({ id, reviewAt, ...row }) => {
        const confirmedAt = row.confirmedAt?.toISOString() ?? null
        const state = reviewState({ reviewAt, confirmedAt, changedAt: row.changedAt.toISOString() }, today)
        return [id, { state, confirmedAt, reviewAt }]
      }),
    )
  }
