import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import type { DatabaseConnection } from '../src/platform/database/database.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts'
import { migrate } from '../src/platform/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseConnection
  }
}

export const TEMPLATE_DATABASE = 'knowreel_template'

const log = { info() {}, warn: console.warn, error: console.error }

/** One PostgreSQL for the whole run, with one migrated database that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'knowreel-test-'))
  chmodSync(directory, 0o711)
  const server = await startEmbeddedPostgres({
    directory,
    log,
    // Test data may be lost with the machine.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  const admin = openDatabase({ connection: server.connection, log })
  await admin.pool.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`)
  await admin.close()

  const template = openDatabase({ connection: { ...server.connection, database: TEMPLATE_DATABASE }, log })
  await migrate({ pool: template.pool, directory: path.join(import.meta.dirname, '../migrations'), log })
  await template.close()

  project.provide('databaseServer', server.connection)
  return async () => {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
