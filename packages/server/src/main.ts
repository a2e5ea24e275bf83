import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApp, type App } from './app/open-app.ts'
import { loadConfig, type Config } from './platform/config/config.ts'
import { StartupError, stopAtStartup } from './platform/config/startup-error.ts'
import { openDatabase } from './platform/database/database.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { migrate } from './platform/database/migrate.ts'
import { captureConsole } from './platform/log/console-lines.ts'
import { createLog } from './platform/log/log.ts'

type Log = ReturnType<typeof createLog>

const migrationsDirectory = fileURLToPath(new URL('../migrations', import.meta.url))
const webDirectory = fileURLToPath(new URL('../../web/dist', import.meta.url))

function main(): void {
  const config = loadConfig(process.env)
  const log = createLog(config)
  captureConsole(log)
  /** Open resources in order of opening; closed in reverse order. */
  const opened: (() => Promise<void>)[] = []
  const started = start(config, log, opened)

  let isStopping = false
  const stop = (signal: string) => {
    // A second signal means that nobody wants to wait; the next start takes over what is left.
    if (isStopping) process.exit(1)
    isStopping = true
    log.info(`Stopping on ${signal}`)
    // Also waits for a start in progress, whose database must not be left running.
    void started
      .catch(() => {})
      .then(() => closeAll(opened, log))
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))

  started.catch((error: unknown) => {
    if (!isStopping) void closeAll(opened, log).then(() => stopAtStartup(error))
  })
}

async function start(config: Config, log: Log, opened: (() => Promise<void>)[]): Promise<void> {
  let connection: Parameters<typeof openDatabase>[0]['connection']
  if (config.databaseUrl === null) {
    const postgres = await startEmbeddedPostgres({ directory: path.join(config.dataDirectory, 'postgres'), log })
    opened.push(postgres.stop)
    connection = postgres.connection
  } else {
    connection = { url: config.databaseUrl }
  }

  const { pool, close } = openDatabase({ connection, log, poolSize: 1 })
  try {
    await requireSupportedServer(pool)
    await migrate({ pool, directory: migrationsDirectory, log })
  } finally {
    await close()
  }

  const app = await openApp({ config, connection, log, webDirectory })
  opened.push(() => app.stop())
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

async function closeAll(opened: (() => Promise<void>)[], log: Log): Promise<void> {
  for (const close of opened.toReversed()) {
    await close().catch((error: unknown) => log.error({ err: error }, 'The server did not stop cleanly'))
  }
}

try {
  main()
} catch (error) {
  stopAtStartup(error)
}
