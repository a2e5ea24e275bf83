/** `npm run doctor`: the checks of the back office's page, on the terminal, while the server runs or not. */
import type { Check } from '@knowreel/shared/system-check/system-check.calls.ts'
import { loadConfig, type Config } from '../platform/config/config.ts'
import { exitWithError, StartupError } from '../platform/config/startup-error.ts'
import { openDatabase, type DatabaseOptions } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/db.ts'
import { openFileStorage } from '../platform/files/index.ts'
import { createLog } from '../platform/log/log.ts'
import { runChecks } from '../system-check/index.ts'
import { openMailer } from './open-mailer.ts'
import { openSystemCheck } from './open-system-check.ts'
import { withDatabase } from './with-database.ts'

const log = createLog({ logLevel: 'silent' })
const marks: Readonly<Record<Check['state'], string>> = {
  ok: '✓',
  warning: '!',
  failure: '✗',
  off: '-',
  waiting: ' ',
  running: ' ',
}

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const checks = await withDatabase(config, log, ({ connection, isServed }) =>
    checkInstallation(config, connection, isServed !== false),
  ).catch(async (error: unknown) => {
    if (!(error instanceof StartupError)) throw error
    // All other checks work without a database.
    process.stdout.write(`The embedded database does not start: ${error.message}\n`)
    return checkInstallation(config, { url: 'postgres://127.0.0.1:1/none' }, false)
  })
  process.stdout.write(`${describeChecks(checks)}\n`)
  if (checks.some(({ state }) => state === 'failure')) process.exitCode = 1
}

async function checkInstallation(config: Config, connection: DatabaseOptions['connection'], isServed: boolean) {
  const { db, pool, close } = openDatabase<Tables>({ connection, log, poolSize: 4 })
  const files = openFileStorage(config)
  try {
    const parts = { config, db, pool, mail: openMailer(config), isServed, files: () => files }
    const { checks, redact } = openSystemCheck(parts)
    return await runChecks(checks, { redact })
  } finally {
    await files.then(
      (storage) => storage.close(),
      () => undefined,
    )
    await close()
  }
}

function describeChecks(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ title }) => title.length))
  const indented = (text: string) => text.replaceAll(/^/gm, ' '.repeat(4))
  const rows = checks.map(({ state, title, result, advice, lines }) =>
    [
      `${marks[state]} ${title.padEnd(width)}  ${result}`,
      ...(advice === null ? [] : [indented(advice)]),
      ...lines.map(({ label, text }) => indented(`${label}:\n${indented(text)}`)),
    ].join('\n'),
  )
  const count = (wanted: Check['state']) => checks.filter(({ state }) => state === wanted).length
  const summary = `${count('ok')} passed, ${count('warning')} warnings, ${count('failure')} failed, ${count('off')} not set up`
  return [...rows, '', summary].join('\n')
}

main().catch((error: unknown) => exitWithError(error, 'The system could not be checked'))
