export { openIndexer, rebuildIndex } from './index/indexer.ts'
export { searchRoutes } from './search.routes.ts'
