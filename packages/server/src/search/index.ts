export { openIndexer, rebuildIndex } from './index/indexer.ts'
export type { TimedTextSource } from './index/timed-text.ts'
export { searchRoutes } from './search.routes.ts'
export { createPassageSearch, type Passage, type PassageSearch } from './query/passages.ts'
