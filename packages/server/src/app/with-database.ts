/** For commands that use the database of DATA_DIR or DATABASE_URL, whether a server runs on it or not. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { BaseLogger } from 'pino'
import type { Config } from '../platform/config/config.ts'
import { openDatabase, type DatabaseConnection } from '../platform/database/database.ts'
import { embeddedConnection, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'

export type ReachedDatabase = {
  connection: DatabaseConnection | { url: string }
  /** Null for another kind of database, or a remote one: whether Knowreel runs on it cannot be detected. */
  isServed: boolean | null
}
type Stoppable = { stop: () => Promise<void> }

async function reachDatabase(
  { databaseUrl, dataDirectory }: Config,
  log: BaseLogger,
): Promise<ReachedDatabase & Stoppable> {
  const nothing = () => Promise.resolve()
  if (databaseUrl !== null) return { connection: { url: databaseUrl }, isServed: null, stop: nothing }
  const directory = path.join(dataDirectory, 'postgres')
  if (existsSync(directory)) {
    const connection = embeddedConnection(directory)
    if (await acceptsConnections(connection, log)) return { connection, isServed: true, stop: nothing }
  }
  const postgres = await startEmbeddedPostgres({ directory, log })
  return { connection: postgres.connection, isServed: false, stop: postgres.stop }
}

async function acceptsConnections(connection: DatabaseConnection, log: BaseLogger): Promise<boolean> {
  const { pool, close } = openDatabase({ connection, log, poolSize: 1 })
  try {
    await pool.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await close()
  }
}

/** Starts the embedded database for the command if it does not run, and stops it afterwards. */
export async function withDatabase<Result>(
  config: Config,
  log: BaseLogger,
  work: (reached: ReachedDatabase) => Promise<Result>,
): Promise<Result> {
  const reached = reachDatabase(config, log)
  // Also ends a start in progress, whose database must not be left running.
  const stop = () =>
    reached.then(
      ({ stop: stopDatabase }) => stopDatabase(),
      () => {},
    )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143)))
  }
  try {
    return await work(await reached)
  } finally {
    await stop()
  }
}
