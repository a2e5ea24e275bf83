/**
 * `npm run demo`. Works with or without a running server: if nothing serves the database of DATA_DIR, it is started
 * temporarily.
 */
import { fileURLToPath } from 'node:url'
import { loadConfig, type Config } from '../../platform/config/config.ts'
import { exitWithError, StartupError } from '../../platform/config/startup-error.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openFileStorage } from '../../platform/files/index.ts'
import { createLog } from '../../platform/log/log.ts'
import { withDatabase, type ReachedDatabase } from '../with-database.ts'
import { demoPassword, people } from './demo-company.ts'
import { fillInstallation, NotEmptyError } from './fill-installation.ts'

const migrationsDirectory = fileURLToPath(new URL('../../../migrations', import.meta.url))
const warnings = createLog({ logLevel: 'warn' })

async function seedDatabase(config: Config, { connection }: ReachedDatabase): Promise<void> {
  const { db, pool, close } = openDatabase({ connection, log: warnings, poolSize: 2 })
  try {
    await migrate({ pool, directory: migrationsDirectory, log: warnings })
    await fillInstallation({ db, files: await openFileStorage(config) })
  } finally {
    await close()
  }
}

function describeDemo(config: Config, isServed: boolean | null): string {
  const address = config.publicUrl ?? `http://localhost:${config.port || 3000}`
  const rows = [
    ['Name', 'Email', 'Role', 'Job title'],
    ...Object.values(people).map((person) => [
      `${person.firstName} ${person.lastName}`,
      person.email,
      person.role,
      person.jobTitle,
    ]),
  ]
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const table = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd(),
  )
  return [
    'Halden Systems is there: 6 people, 5 workspaces, 60 articles.',
    isServed === true
      ? `Open ${address}`
      : `${isServed === null ? 'Unless it runs already: npm' : 'Now: npm'} start, then open ${address}`,
    '',
    ...table,
    '',
    `  Password of all of them: ${demoPassword}`,
    '',
    'The password is known to everybody: keep this installation away from the internet.',
    '',
  ].join('\n')
}

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const isServed = await withDatabase(config, warnings, async (reached) => {
    await seedDatabase(config, reached)
    return reached.isServed
  })
  process.stdout.write(`\n${describeDemo(config, isServed)}`)
}

const notEmpty =
  'this installation has people in it already. Start with an empty DATA_DIR (or an empty database of DATABASE_URL).'

main().catch((error: unknown) =>
  exitWithError(error instanceof NotEmptyError ? new StartupError(notEmpty) : error, 'The demo company was not made'),
)
