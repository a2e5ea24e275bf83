export { remindReviews } from './remind-reviews.job.ts'
export { createReviewStates } from './review.queries.ts'
export { reviewRoutes } from './review.routes.ts'
