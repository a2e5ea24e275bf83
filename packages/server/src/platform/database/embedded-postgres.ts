// The PostgreSQL that comes with Knowreel: one server per data folder, on a Unix socket that only its own account and
// root can reach. States of the folder at start: nothing there (initdb beside it, then rename, so that a crash leaves
// no half cluster), a cluster at rest (start it), a cluster whose server outlived its Knowreel (adopt it; one that was
// started differently is restarted). While Knowreel runs, a server that dies is started again.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { BaseLogger } from 'pino'
import { StartupError } from '../config/startup-error.ts'
import type { ClusterPlace } from './cluster-place.ts'
import { prepareClusterPlace } from './cluster-place.ts'
import type { DatabaseConnection } from './database.ts'
import { acquireDirectoryLock } from './directory-lock.ts'
import { PostgresServer } from './postgres-server.ts'

export interface EmbeddedPostgres {
  connection: DatabaseConnection
  /** True when a server left by an earlier Knowreel was taken over instead of started. */
  isAdopted: boolean
  /** Shuts PostgreSQL down and waits until its process is gone. */
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Made when it is missing; holds the cluster, its socket and its log. */
  directory: string
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** PostgreSQL settings over ours. */
  settings?: Record<string, string>
  /** Where cluster and binaries go when the PostgreSQL account cannot reach them in their places. */
  sharedHome?: string
}

const USER = 'knowreel'
const DATABASE = 'knowreel'

const SETTINGS = {
  max_connections: '80',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  // Compiling a plan costs more than any of our queries.
  jit: 'off',
  // No worker processes to read ahead: our working set is in memory.
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The DETAIL of an error and the failed statement repeat row contents, which do not belong in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Throws a StartupError when another live process serves this folder or PostgreSQL cannot run here. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.directory, { recursive: true })
  const directory = realpathSync(options.directory)
  const lock = await acquireDirectoryLock(path.join(directory, 'server.lock'))
  try {
    const place = prepareClusterPlace(directory, options.sharedHome ?? '/var/lib/knowreel', options.log)
    if (!existsSync(place.cluster)) initialiseCluster(place, options.log)
    const connection = { host: place.socketDirectory, user: USER, database: DATABASE }
    const server = new PostgresServer({
      place,
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

/** Where the server of a data folder listens; for programs beside the one that started it. */
export function embeddedConnection(directory: string, sharedHome = '/var/lib/knowreel'): DatabaseConnection {
  const silent = { info: () => undefined }
  const place = prepareClusterPlace(realpathSync(directory), sharedHome, silent)
  return { host: place.socketDirectory, user: USER, database: DATABASE }
}

function initialiseCluster(place: ClusterPlace, log: Pick<BaseLogger, 'info'>): void {
  log.info(`Creating a new database in ${place.cluster}`)
  const unfinished = `${place.cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (place.account) chownSync(unfinished, place.account.uid, place.account.gid)
  const initdb = path.join(place.binaries.native, 'bin', 'initdb')
  const parameters = ['-D', unfinished, '-U', USER, '--auth=trust', '--encoding=UTF8', '--no-instructions']
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  const made = spawnSync(initdb, [...parameters, ...locale], { ...place.account, cwd: '/', env, encoding: 'utf8' })
  if (made.status !== 0) {
    throw new StartupError(`PostgreSQL could not create its database: ${made.error?.message ?? made.stderr.trim()}`)
  }
  renameSync(unfinished, place.cluster)
}
