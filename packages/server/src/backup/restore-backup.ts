import type pg from 'pg'
import type { BaseLogger } from 'pino'
import { StartupError } from '../platform/config/startup-error.ts'
import { openDatabase, type DatabaseOptions } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { FileStorage } from '../platform/files/index.ts'
import { openJobs, type Job } from '../platform/jobs/index.ts'
import { readFileList, requireEmptyStorage, restoreFile } from './backup-files.ts'
import { loadTable } from './copy-table.ts'
import type { Manifest } from './manifest.ts'
import { hasTables, listForeignKeys, listTriggers, readVersions } from './schema.queries.ts'
import { withClient } from './with-client.ts'

export type RestoreTarget = {
  readonly connection: DatabaseOptions['connection']
  readonly files: Pick<FileStorage, 'list' | 'put' | 'remove'>
  readonly migrationsDirectory: string
  readonly jobs: readonly Job[]
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
}

/** Only into an empty database and an empty storage. Throws a StartupError that says what is in the way or damaged. */
export async function restoreBackup(target: RestoreTarget, folder: string, manifest: Manifest): Promise<void> {
  await requireEmptyStorage(target.files, folder, manifest)
  await restoreDatabase(target, folder, manifest)
  for await (const listed of readFileList(folder, manifest)) await restoreFile(target.files, listed, folder)
}

export async function restoreDatabase(
  target: Omit<RestoreTarget, 'files'>,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  await withClient(target.connection, 'knowreel restore', async (client) => {
    if (await hasTables(client)) throw new StartupError('The database is not empty. Restore into an empty one.')
  })
  await createSchema(target, manifest)
  await withClient(target.connection, 'knowreel restore', async (client) => {
    const { queueVersion } = (await readVersions(client)) ?? { queueVersion: 0 }
    if (queueVersion !== manifest.queueVersion)
      throw new StartupError(
        `The backup is of Knowreel ${manifest.version}, whose job queue differs. Restore it with that version, then update.`,
      )
    await client.query('begin')
    await load(client, folder, manifest)
    await client.query('commit')
    await client.query('analyze')
  })
}

/** The schema of the backup: newer migrations are applied by the next start. */
async function createSchema(
  { connection, migrationsDirectory, jobs, log }: Omit<RestoreTarget, 'files'>,
  manifest: Manifest,
): Promise<void> {
  const { pool, close } = openDatabase({ connection, log, poolSize: 1 })
  try {
    await migrate({ pool, directory: migrationsDirectory, log, only: new Set(manifest.migrations) })
  } finally {
    await close()
  }
  const queue = await openJobs({ connection, jobs, log, isWorker: false })
  await queue.stop()
}

/**
 * Without triggers and foreign keys, which the content already satisfies; the keys are created again afterwards, which
 * proves it. An owner of the tables may do this, no superuser is needed.
 */
async function load(client: pg.Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const names = tables.map(({ name }) => name)
  const foreignKeys = await listForeignKeys(client, names)
  const triggers = await listTriggers(client, names)
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) {
    await client.query(`alter table ${name} disable trigger user`)
    await client.query(`truncate ${name}`)
  }
  for (const entry of tables) {
    await loadTable(client, entry, folder).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new StartupError(`The table ${entry.name} of the backup is damaged: ${reason}.`)
    })
  }
  // A kind of job that this Knowreel does not have any more.
  await client.query('delete from pgboss.job j where not exists (select from pgboss.queue q where q.name = j.name)')
  for (const { name, lastValue, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [name, lastValue, isCalled])
  const enabling = { O: 'enable', A: 'enable always', R: 'enable replica', D: 'disable' } as const
  for (const { table, name, enabled } of triggers)
    await client.query(`alter table ${table} ${enabling[enabled]} trigger ${name}`)
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}
