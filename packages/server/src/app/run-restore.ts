/** `npm run restore -- FOLDER`: a backup into an empty installation. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readManifest, restoreBackup, secretPath } from '../backup/index.ts'
import { loadConfig } from '../platform/config/config.ts'
import { readSecret } from '../platform/config/data-directory.ts'
import { exitWithError, StartupError } from '../platform/config/startup-error.ts'
import { openFileStorage } from '../platform/files/index.ts'
import { createLog } from '../platform/log/log.ts'
import { allJobs } from './job-list.ts'
import { migrationsDirectory } from './migrations-directory.ts'
import { withDatabase } from './with-database.ts'

const log = createLog({ logLevel: 'warn' })

async function main(): Promise<void> {
  const [given, ...others] = process.argv.slice(2)
  if (given === undefined || given.startsWith('-') || others.length > 0)
    throw new StartupError('Usage: npm run restore -- FOLDER')
  const folder = path.resolve(given)
  const manifest = await readManifest(folder)
  const secret = readFileSync(secretPath(folder), 'utf8').trim()
  const config = loadConfig({ ...process.env, SECRET: process.env['SECRET'] || secret })
  const secretFile = path.join(config.dataDirectory, 'secret')
  const present = process.env['SECRET'] || (readSecret(secretFile) ?? secret)
  if (present !== secret)
    throw new StartupError('This installation has another secret. Restore into an empty DATA_DIR, and without SECRET.')
  const files = await openFileStorage(config)
  await withDatabase(config, log, async ({ connection, isServed }) => {
    if (isServed === true) throw new StartupError('Knowreel runs here. Stop it, and restore into an empty DATA_DIR.')
    await restoreBackup({ connection, files, migrationsDirectory, jobs: allJobs, log }, folder, manifest)
  })
  await files.close()
  if (!process.env['SECRET'] && !existsSync(secretFile))
    writeFileSync(secretFile, `${secret}\n`, { mode: 0o600, flush: true })
  process.stdout.write(`The state of ${manifest.createdAt} is restored: ${manifest.files.count} files, `)
  process.stdout.write(`${manifest.tables.length} tables. Start Knowreel with npm start.\n`)
}

main().catch((error: unknown) => exitWithError(error, 'Nothing usable was restored'))
