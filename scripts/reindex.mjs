// npm run search:reindex: rebuilds the search index of DATA_DIR or DATABASE_URL, also while the server runs.
import { prepare } from './prepare.mjs'
import { runNode } from './run-node.mjs'

await runNode(['packages/server/src/app/reindex-search.ts'], prepare())
