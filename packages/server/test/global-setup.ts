import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import type { DatabaseConnection } from '../src/platform/database/database.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { acquireDirectoryLock } from '../src/platform/database/directory-lock.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { allJobs } from '../src/app/job-list.ts'
import { openJobs } from '../src/platform/jobs/index.ts'
import { findPostmaster, stopPostmaster } from '../src/platform/database/postmaster.ts'
import { createLog } from '../src/platform/log/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseConnection
    templateDatabase: string
  }
}

const TEMPLATE_DATABASE = 'knowreel_template'
const FOLDER_PREFIX = 'knowreel-test-'

const log = { info() {}, warn: console.warn, error: console.error }

/** One PostgreSQL for the whole run, with one migrated database that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepAbandonedRuns()
  const directory = mkdtempSync(path.join(os.tmpdir(), FOLDER_PREFIX))
  chmodSync(directory, 0o711)
  const server = await startEmbeddedPostgres({
    directory,
    log,
    // Test data may be lost in a crash.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      // It would visit the databases of all files that have ended.
      autovacuum: 'off',
      jit: 'off',
    },
  })
  const admin = openDatabase({ connection: server.connection, log })
  await admin.pool.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`)
  await admin.close()

  const template = openDatabase({ connection: { ...server.connection, database: TEMPLATE_DATABASE }, log })
  await migrate({ pool: template.pool, directory: path.join(import.meta.dirname, '../migrations'), log })
  await template.close()
  // Every server would create the tables of the job queue again.
  const jobs = await openJobs({
    connection: { ...server.connection, database: TEMPLATE_DATABASE },
    jobs: allJobs,
    log: createLog({ logLevel: 'error' }),
    isWorker: false,
  })
  await jobs.stop()

  project.provide('databaseServer', server.connection)
  project.provide('templateDatabase', TEMPLATE_DATABASE)
  return async () => {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A killed run leaves its PostgreSQL running, because that is designed to outlive its parent. */
async function sweepAbandonedRuns(): Promise<void> {
  for (const name of readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const directory = path.join(os.tmpdir(), name)
    // A run that is just starting creates its folder before its lock.
    if (Date.now() - statSync(directory).mtimeMs < 60_000) continue
    try {
      await acquireDirectoryLock(path.join(directory, 'server.lock'))
    } catch {
      // Another run is using it, or it belongs to another user.
      continue
    }
    const postmaster = findPostmaster(path.join(directory, 'cluster'))
    if (postmaster) await stopPostmaster(postmaster.pid)
    rmSync(directory, { recursive: true, force: true })
  }
}
