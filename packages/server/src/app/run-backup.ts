/** `npm run backup -- FOLDER`: a consistent copy of database, files and secret, while the server runs or not. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import serverPackage from '../../package.json' with { type: 'json' }
import { createBackup, verifyBackup } from '../backup/index.ts'
import { loadConfig } from '../platform/config/config.ts'
import { exitWithError, StartupError } from '../platform/config/startup-error.ts'
import { openFileStorage } from '../platform/files/index.ts'
import { createLog } from '../platform/log/log.ts'
import { allJobs } from './job-list.ts'
import { migrationsDirectory } from './migrations-directory.ts'
import { withDatabase } from './with-database.ts'

const log = createLog({ logLevel: 'warn' })
const usage = 'Usage: npm run backup -- FOLDER [--no-verify]'

async function main(): Promise<void> {
  const { folder, isVerified } = readParameters()
  const config = loadConfig(process.env)
  const files = await openFileStorage(config)
  const manifest = await withDatabase(config, log, ({ connection }) =>
    createBackup({ connection, files, secret: config.secret, version: serverPackage.version, jobs: allJobs }, folder),
  )
  await files.close()
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const { count, bytes, missing } = manifest.files
  print(`${rows} rows of ${manifest.tables.length} tables, ${count} files with ${bytes} bytes are in ${folder}.`)
  if (missing > 0) print(`${missing} files that the database names were not in the storage.`)
  if (!isVerified) return print('The backup was not verified.')
  print('Restoring it into a scratch database …')
  await verifyBackup({ migrationsDirectory, jobs: allJobs, log }, folder, manifest)
  print('The backup is verified: its restored content is the same.')
}

function readParameters() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      allowNegative: true,
      options: { verify: { type: 'boolean', default: true } },
    })
    const [folder] = positionals
    if (folder === undefined || positionals.length > 1) throw new StartupError(usage)
    return { folder: path.resolve(folder), isVerified: values.verify }
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(usage)
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

main().catch((error: unknown) => exitWithError(error, 'The backup failed'))
