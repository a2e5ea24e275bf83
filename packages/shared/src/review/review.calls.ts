/** Whether an article is still true: who answers for it, and when it is checked again. */
import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { isoTime, success } from '../catalogue/wire.ts'
import { person } from '../user/user.calls.ts'
import { reviewIntervals } from './review.rules.ts'

const rateLimit = { max: 60, windowMs: 60_000 }
const interval = z.literal([...reviewIntervals])

export const review = z.object({
  /** Null if the account no longer exists. */
  owner: person.nullable(),
  /** A day; from then on, the owner is asked. */
  reviewAt: z.iso.date(),
  /** In months, counted from each confirmation. */
  everyMonths: interval,
  state: z.enum(['due', 'confirmed', 'open']),
  confirmedAt: isoTime.nullable(),
  confirmedBy: person.nullable(),
})
export type Review = z.infer<typeof review>

const response = z.object({ review: review.nullable() })

export const reviewCalls = {
  get: call({
    method: 'GET',
    path: '/article/{id}/review',
    summary: 'Who answers for an article, and when it is checked again',
    allow: may('review.view', 'params.id'),
    key: 'read',
    response,
  }),
  save: call({
    method: 'PUT',
    path: '/article/{id}/review',
    summary: 'Choose who answers for an article, and when it is checked again',
    allow: may('article.edit', 'params.id'),
    key: 'write',
    body: z.strictObject({ ownerId: z.string().min(1).max(64), reviewAt: z.iso.date(), everyMonths: interval }),
    response,
    errors: ['unknown_review_owner', 'review_date_past'],
    rateLimit,
  }),
  confirm: call({
    method: 'POST',
    path: '/article/{id}/review/confirm',
    summary: 'Say that an article is still true; the next review follows after its interval',
    allow: may('article.edit', 'params.id'),
    key: 'write',
    response,
    errors: ['no_review'],
    rateLimit,
  }),
  remove: call({
    method: 'DELETE',
    path: '/article/{id}/review',
    summary: 'No further reviews of an article',
    allow: may('article.edit', 'params.id'),
    key: 'write',
    response: success,
    rateLimit,
  }),
}
