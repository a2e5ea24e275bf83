import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { addMonths, dayOf, reviewState } from '@knowreel/shared/review/review.rules.ts'
import { reviewCalls, type Review } from '@knowreel/shared/review/review.calls.ts'
import { rule, serve, type Actor, type SignAddress } from '../access/index.ts'
import { articlePolicy, commentArticles } from '../article/index.ts'
import { createPersonView, toPerson } from '../person/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Feature } from '../platform/http/feature.ts'
import { deleteReview, findReview, mayOwn, saveConfirmation, saveReview } from './review.queries.ts'

/** Also for people who read the article because it is shared with them by name. */
const viewRule = rule({
  load: (db, actor, id) => commentArticles.find(db, actor, id),
  may: (actor, { companyId }) => actor?.company?.id === companyId,
})

type Dependencies = { readonly db: Db; readonly signAddress: SignAddress; readonly clock?: () => Date }

export function reviewRoutes({ db, signAddress, clock = () => new Date() }: Dependencies): Feature {
  async function read(
    actor: Actor | null,
    { id, companyId }: { readonly id: string; readonly companyId: string },
  ): Promise<{ review: Review | null }> {
    const row = await findReview(db, id)
    if (row === null) return { review: null }
    const view = createPersonView(actor, { companyId, workspaceId: null }, signAddress)
    const confirmedAt = row.confirmedAt?.toISOString() ?? null
    const { reviewAt, everyMonths } = row
    const state = reviewState({ reviewAt, confirmedAt, changedAt: row.changedAt.toISOString() }, dayOf(clock()))
    return {
      review: {
        owner: toPerson(row.owner, view),
        reviewAt,
        everyMonths,
        state,
        confirmedAt,
        confirmedBy: toPerson(row.confirmedBy, view),
      },
    }
  }

  return serve(
    reviewCalls,
    { 'review.view': viewRule, 'article.edit': articlePolicy['article.edit'] },
    {
      get: ({ actor, subject }) => read(actor, subject),
      save: async ({ actor, subject, body }) => {
        if (body.reviewAt < dayOf(clock())) throw new AppError('review_date_past')
        if (!isUuid(body.ownerId) || !(await mayOwn(db, subject.id, body.ownerId)))
          throw new AppError('unknown_review_owner')
        await saveReview(db, subject.id, body)
        return read(actor, subject)
      },
      confirm: async ({ actor, subject }) => {
        const row = await findReview(db, subject.id)
        if (row === null || actor === null) throw new AppError('no_review')
        const reviewAt = addMonths(dayOf(clock()), row.everyMonths)
        await saveConfirmation(db, { articleId: subject.id, userId: actor.userId, reviewAt })
        return read(actor, subject)
      },
      remove: async ({ subject }) => {
        await deleteReview(db, subject.id)
        return { success: true as const }
      },
    },
  )
}
