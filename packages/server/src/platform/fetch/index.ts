export { createPublicFetch, FetchRefused, FetchTooLarge, type PublicFetch } from './public-fetch.ts'
