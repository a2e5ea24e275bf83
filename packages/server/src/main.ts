import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApp } from './app/open-app.ts'
import { loadConfig } from './platform/config/config.ts'
import { stopAtStartup } from './platform/config/startup-error.ts'
import { openDatabase } from './platform/database/database.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { migrate } from './platform/database/migrate.ts'
import { createLog } from './platform/log/log.ts'

const migrationsDirectory = fileURLToPath(new URL('../migrations', import.meta.url))
const webDirectory = fileURLToPath(new URL('../../web/dist', import.meta.url))

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const log = createLog(config)
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ directory: path.join(config.dataDirectory, 'postgres'), log })
      : null
  const connection = postgres?.connection ?? { url: config.databaseUrl ?? '' }

  const { pool, close } = openDatabase({ connection, log, poolSize: 1 })
  await migrate({ pool, directory: migrationsDirectory, log })
  await close()

  const app = await openApp({ config, connection, log, webDirectory })
  await app.http.listen({ port: config.port, host: config.host })
  const address = config.publicUrl ?? `http://localhost:${portOf(app.http.server.address())}`
  process.stdout.write(`Knowreel is ready: ${address}\n`)

  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info(`Stopping on ${signal}`)
    void app
      .stop()
      .catch((error: unknown) => log.error({ err: error }, 'The server did not stop cleanly'))
      .then(() => postgres?.stop())
      .then(() => process.exit(0), stopAtStartup)
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}

const portOf = (address: ReturnType<import('node:net').Server['address']>): number =>
  typeof address === 'object' && address !== null ? address.port : 0

main().catch(stopAtStartup)
