export { openIndexer, rebuildIndex } from './index/indexer.ts'
export type { TimedTextSource } from './index/timed-text.ts'
export { searchRoutes } from './search.routes.ts'
