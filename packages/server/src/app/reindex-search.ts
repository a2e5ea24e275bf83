/** `npm run search:reindex`: writes the whole search index anew, while the server runs or not. */
import { loadConfig } from '../platform/config/config.ts'
import { exitWithError } from '../platform/config/startup-error.ts'
import { openDatabase } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/db.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createLog } from '../platform/log/log.ts'
import { rebuildIndex } from '../search/index.ts'
import { migrationsDirectory } from './migrations-directory.ts'
import { searchSources } from './search-sources.ts'
import { withDatabase } from './with-database.ts'

const log = createLog({ logLevel: 'warn' })

async function main(): Promise<void> {
  await withDatabase(loadConfig(process.env), log, async ({ connection, isServed }) => {
    const { db, pool, close } = openDatabase<Tables>({ connection, log, poolSize: 2 })
    try {
      // A running server has done this, and may be of another version.
      if (isServed !== true) await migrate({ pool, directory: migrationsDirectory, log })
      await rebuildIndex(db, searchSources, showProgress)
    } finally {
      await close()
    }
  })
  process.stdout.write('The search index is rebuilt.\n')
}

function showProgress(done: number, total: number): void {
  process.stdout.write(`${done} of ${total} articles and workspaces\n`)
}

main().catch((error: unknown) => exitWithError(error, 'The search index was not rebuilt'))
