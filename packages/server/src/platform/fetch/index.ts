export { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts'
export { FetchRefused } from './pinned-target.ts'
export { createPublicFetch, FetchTooLarge, type PublicFetch } from './public-fetch.ts'
