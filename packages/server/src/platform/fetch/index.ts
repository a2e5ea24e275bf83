export { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts'
export { FetchRedirected, FetchRefused } from './pinned-target.ts'
export {
  createConditionalFetch,
  createPublicFetch,
  FetchTooLarge,
  type ConditionalFetch,
  type FetchedDocument,
  type PublicFetch,
} from './public-fetch.ts'
export { requireAllowedAddress } from './require-allowed-address.ts'
