export { createPublicFetch, FetchTooLarge, type PublicFetch } from './public-fetch.ts'
