export { remindReviews } from './remind-reviews.job.ts'
export { listReviewStates } from './review.queries.ts'
export { reviewRoutes } from './review.routes.ts'
