// The embedded PostgreSQL: one server per data folder, on a Unix socket that only its own account and root can reach.
// States of the folder at start: empty (initdb beside it, then rename, so that a crash leaves no partial cluster), a
// stopped cluster (start it), a cluster whose server survived its Knowreel (adopt it, or restart it if its settings
// differ). While Knowreel runs, a server that dies is restarted.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { BaseLogger } from 'pino'
import { StartupError } from '../config/startup-error.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { prepareClusterLocation } from './cluster-location.ts'
import type { DatabaseConnection } from './database.ts'
import { acquireDirectoryLock } from './directory-lock.ts'
import { bringDatabaseBack } from './former-location.ts'
import { WORKING_DIRECTORY } from './postmaster.ts'
import { PostgresServer } from './postgres-server.ts'

export interface EmbeddedPostgres {
  connection: DatabaseConnection
  /** True if a leftover server was adopted instead of started. */
  isAdopted: boolean
  /** Shuts PostgreSQL down and waits for its process to end. */
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Created if missing; holds the cluster, its socket and its log. */
  directory: string
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** PostgreSQL settings that override ours. */
  settings?: Record<string, string>
  /** For a copy of the binaries that the PostgreSQL account can reach. */
  binariesHome?: string
}

const BINARIES_HOME = '/var/lib/knowreel'
const USER = 'knowreel'
const DATABASE = 'knowreel'

const SETTINGS = {
  max_connections: '80',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  // Compiling a plan costs more than any of our queries.
  jit: 'off',
  // No workers for read-ahead: our working set is in memory.
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // An error's DETAIL and the failed statement contain row contents, which do not belong in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Throws a StartupError if another live process serves this folder or PostgreSQL cannot run here. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.directory, { recursive: true })
  const directory = realpathSync(options.directory)
  const lock = await acquireDirectoryLock(path.join(directory, 'server.lock'))
  try {
    bringDatabaseBack(directory, options.log)
    const location = prepareClusterLocation(directory, options.binariesHome ?? BINARIES_HOME, options.log)
    if (!existsSync(location.cluster)) initialiseCluster(location, options.log)
    const connection = { host: location.socketDirectory, user: USER, database: DATABASE }
    const server = new PostgresServer({
      location,
      connection,
      settings: { ...SETTINGS, ...options.settings },
      logFile: path.join(directory, 'postgres.log'),
      log: options.log,
    })
    const isAdopted = await server.start()
    return {
      connection,
      isAdopted,
      async stop() {
        await server.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Where the server of a data folder listens, for programs other than the one that started it. */
export function embeddedConnection(directory: string): DatabaseConnection {
  const silent = { info: () => undefined, warn: () => undefined }
  const location = prepareClusterLocation(realpathSync(directory), BINARIES_HOME, silent)
  return { host: location.socketDirectory, user: USER, database: DATABASE }
}

function initialiseCluster(location: ClusterLocation, log: Pick<BaseLogger, 'info'>): void {
  log.info(`Creating a new database in ${location.cluster}`)
  const unfinished = `${location.cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (location.account) chownSync(unfinished, location.account.uid, location.account.gid)
  const initdb = path.join(location.binaries.native, 'bin', 'initdb')
  const directory = location.isReachedByPath ? unfinished : WORKING_DIRECTORY
  const parameters = ['-D', directory, '-U', USER, '--auth=trust', '--encoding=UTF8', '--no-instructions']
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  const cwd = location.isReachedByPath ? '/' : unfinished
  const made = spawnSync(initdb, [...parameters, ...locale], { ...location.account, cwd, env, encoding: 'utf8' })
  if (made.status !== 0) {
    throw new StartupError(`PostgreSQL could not create its database: ${made.error?.message ?? made.stderr.trim()}`)
  }
  renameSync(unfinished, location.cluster)
}
