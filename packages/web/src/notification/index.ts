export { useLive, type LiveEvent } from './live.ts'
