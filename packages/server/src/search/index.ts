export { openIndexer, rebuildIndex } from './index/indexer.ts'
export type { TimedTextSource } from './index/timed-text.ts'
export { createTermStatistics } from './query/term-statistics.ts'
export { searchRoutes, tagRoutes } from './search.routes.ts'
export type { Meaning } from './meaning/similar-texts.ts'
export {
  findUnreadVersion,
  listTextsWithoutVector,
  markRead,
  saveVectors,
  type UnreadText,
} from './meaning/vectors.queries.ts'
export { createPassageSearch, type Passage, type PassageSearch } from './query/passages.ts'
