import path from 'node:path'
import { fileURLToPath } from 'node:url'
import serverPackage from '../package.json' with { type: 'json' }
import { migrationsDirectory } from './app/migrations-directory.ts'
import type { App } from './app/app-options.ts'
import { openApp } from './app/open-app.ts'
import { createErrorReporter, describeServerError, type ErrorReporter } from './error-report/index.ts'
import { loadConfig, type Config } from './platform/config/config.ts'
import { exitWithError, StartupError } from './platform/config/startup-error.ts'
import { openDatabase } from './platform/database/database.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { migrate } from './platform/database/migrate.ts'
import { lockApi } from './platform/database/process-lock.ts'
import { captureConsole } from './platform/log/console-lines.ts'
import { createLog } from './platform/log/log.ts'
import { createShutdown, type Shutdown } from './platform/process/shutdown.ts'

type Log = ReturnType<typeof createLog>

const webDirectory = fileURLToPath(new URL('../../web/dist', import.meta.url))
const extensionDirectory = fileURLToPath(new URL('../../extension/dist/chrome-mv3', import.meta.url))

function main(): void {
  const config = loadConfig(process.env)
  const log = createLog(config, (error) => reporter.report(describeServerError(error)))
  const release = `knowreel@${serverPackage.version}`
  const reporter = createErrorReporter({ endpoint: config.errorReporting, release, log })
  captureConsole(log)
  // A closed pipe or a full disk must not end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  const shutdown = createShutdown({ log, exit: (code) => process.exit(code) })
  const started = start({ config, log, shutdown, reporter })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => void shutdown.onSignal(signal, started))

  started.catch((error: unknown) => {
    if (!shutdown.isStopping()) void shutdown.closeAll().then(() => exitWithError(error))
  })
}

type Start = { config: Config; log: Log; shutdown: Shutdown; reporter: ErrorReporter }

async function start({ config, log, shutdown, reporter }: Start): Promise<void> {
  let connection: Parameters<typeof openDatabase>[0]['connection']
  if (config.databaseUrl === null) {
    const postgres = await startEmbeddedPostgres({ directory: path.join(config.dataDirectory, 'postgres'), log })
    shutdown.add(postgres.stop)
    connection = postgres.connection
  } else {
    connection = { url: config.databaseUrl }
  }

  const { pool, close } = openDatabase({ connection, log, poolSize: 1 })
  try {
    await requireSupportedServer(pool)
    if (config.roles.has('api')) {
      const onLost = (error: StartupError) => {
        log.fatal(`${error.message} This process stops.`)
        process.kill(process.pid, 'SIGTERM')
      }
      const lock = await lockApi({ connection, log, onLost })
      shutdown.add(() => lock.release())
    }
    await migrate({ pool, directory: migrationsDirectory, log })
  } finally {
    await close()
  }

  const app = await openApp({ config, connection, log, webDirectory, extensionDirectory, reporter })
  shutdown.add(() => app.stop())
  const port = await listen(app, config)
  const address = config.publicUrl ?? `http://localhost:${port}`
  process.stdout.write(`Knowreel is ready: ${address}\n`)
}

const minMajorVersion = 15

/** Fails with a clear message if there is no database, or one that is too old. */
async function requireSupportedServer(pool: ReturnType<typeof openDatabase>['pool']): Promise<void> {
  const answer = await pool.query<{ server_version_num: string }>('show server_version_num').catch((error: unknown) => {
    const reason =
      error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : 'unknown'
    throw new StartupError(`DATABASE_URL leads to no database that answers: ${reason}.`)
  })
  const major = Math.floor(Number(answer.rows[0]?.server_version_num) / 10_000)
  if (major < minMajorVersion)
    throw new StartupError(`DATABASE_URL leads to PostgreSQL ${major}; ${minMajorVersion} is the oldest that will do.`)
}

/** Returns the port, which the system may have chosen. */
async function listen(app: App, { port, host }: Config): Promise<number> {
  try {
    await app.http.listen({ port, host })
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : undefined
    if (reason === 'EADDRINUSE') throw new StartupError(`PORT ${port} is in use by another program: set another PORT.`)
    if (reason === 'EACCES') throw new StartupError(`PORT ${port} needs more rights: set a PORT from 1024 on.`)
    if (reason === 'EADDRNOTAVAIL' || reason === 'ENOTFOUND') {
      throw new StartupError(`HOST ${host} is no address of this machine.`)
    }
    throw error
  }
  const address = app.http.server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

try {
  main()
} catch (error) {
  exitWithError(error)
}
