import type { ReviewInterval } from '@knowreel/shared/review/review.rules.ts'

export type ArticleReviewsTable = {
  article_id: string
  owner_id: string | null
  /** A day. */
  review_at: string
  every_months: ReviewInterval
  confirmed_at: Date | null
  confirmed_by: string | null
  reminded_for: string | null
}

declare module '../platform/database/db.ts' {
  interface Tables {
    article_reviews: ArticleReviewsTable
  }
}
