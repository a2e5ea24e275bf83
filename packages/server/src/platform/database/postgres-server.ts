import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { StartupError } from '../config/startup-error.ts'
import type { ClusterLocation } from './cluster-location.ts'
import type { DatabaseConnection } from './database.ts'
import {
  findPostmaster,
  limitLog,
  postmasterCommand,
  removeStaleLocks,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts'

export interface PostgresServerOptions {
  location: ClusterLocation
  settings: Record<string, string>
  logFile: string
  connection: DatabaseConnection
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
}

/** Crash recovery replays at most max_wal_size; even a slow disk finishes by then. */
const READY_MS = 120_000
const POLL_MS = 15
/** How long the processes of a killed server may hold its memory. */
const RETRY_MS = 15_000
const WATCH_MS = 2_000

const NO_SUCH_DATABASE = '3D000'

/** Runs the server of one cluster: adopts or starts it, restarts it when it dies, stops it. */
export class PostgresServer {
  readonly #options: PostgresServerOptions
  #watch: NodeJS.Timeout | null = null
  #relaunch: Promise<void> | null = null

  constructor(options: PostgresServerOptions) {
    this.#options = options
  }

  /** True if a running server was adopted. */
  async start(): Promise<boolean> {
    const isAdopted = await this.#adopt()
    if (!isAdopted) await this.#launch()
    this.#watch = setInterval(() => this.#check(), WATCH_MS).unref()
    return isAdopted
  }

  async stop(): Promise<void> {
    if (this.#watch) clearInterval(this.#watch)
    await this.#relaunch
    const running = findPostmaster(this.#options.location.cluster)
    if (running) await stopPostmaster(running.pid)
  }

  async #adopt(): Promise<boolean> {
    const { location, settings, log } = this.#options
    const running = findPostmaster(location.cluster)
    if (!running) return false
    const hasOurCommand = running.command.join('\0') === postmasterCommand(location, settings).join('\0')
    const isReady = hasOurCommand && (await this.#becomesReady(() => findPostmaster(location.cluster) === null))
    if (isReady) {
      log.info(`PostgreSQL (process ${running.pid}) was still running: taken over`)
      return true
    }
    await stopPostmaster(running.pid)
    return false
  }

  async #launch(): Promise<void> {
    const { location, settings, logFile } = this.#options
    const deadline = Date.now() + RETRY_MS
    while (true) {
      removeStaleLocks(location)
      limitLog(logFile)
      let lastWords: string | null = null
      void spawnPostmaster(location, settings, logFile).exited.then((words) => (lastWords = words))
      if (await this.#becomesReady(() => lastWords !== null)) return
      // A killed server leaves processes that hold its memory for a moment.
      const isPassing = /still in use|lock file .* already exists/.test(lastWords ?? '')
      if (!isPassing || Date.now() > deadline) throw new StartupError(`PostgreSQL did not start: ${lastWords}`)
      await delay(200)
    }
  }

  /** False if the server ended instead. */
  async #becomesReady(hasEnded: () => boolean): Promise<boolean> {
    const deadline = Date.now() + READY_MS
    while (Date.now() < deadline) {
      if (await this.#isReady()) return true
      if (hasEnded()) return false
      await delay(POLL_MS)
    }
    throw new StartupError(`PostgreSQL was not ready after ${READY_MS / 1000} s; see ${this.#options.logFile}`)
  }

  async #isReady(): Promise<boolean> {
    const { connection } = this.#options
    try {
      await runStatement(connection, 'SELECT 1')
      return true
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== NO_SUCH_DATABASE) return false
      await runStatement({ ...connection, database: 'postgres' }, `CREATE DATABASE ${connection.database}`)
      return true
    }
  }

  #check(): void {
    const { location, log, logFile } = this.#options
    limitLog(logFile)
    if (this.#relaunch || findPostmaster(location.cluster)) return
    log.error('PostgreSQL has ended unexpectedly: starting it again')
    this.#relaunch = this.#launch()
      .then(() => log.info('PostgreSQL runs again'))
      .catch((error: unknown) => log.error(error, 'PostgreSQL could not be started again'))
      .finally(() => (this.#relaunch = null))
  }
}

async function runStatement(connection: DatabaseConnection, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  // The server may close a session at any moment; the statement's own promise reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}
