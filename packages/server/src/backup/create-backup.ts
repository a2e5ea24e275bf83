/**
 * Consistent while people work: one read-only transaction reads all tables, and every file that its content names is
 * copied. Content under a key never changes, and while the removal lock is held no file is removed, so each named file
 * is still there when its turn comes.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { StartupError } from '../platform/config/startup-error.ts'
import { lockRemovals, writeAtomically, type FileKey, type FileStorage } from '../platform/files/index.ts'
import type { Job } from '../platform/jobs/index.ts'
import { copyFilesToBackup } from './backup-files.ts'
import { dumpTable } from './copy-table.ts'
import { manifestPath, secretPath, type Manifest, type TableEntry } from './manifest.ts'
import { listTables, readSequences, readVersions } from './schema.queries.ts'
import type { DatabaseOptions } from '../platform/database/database.ts'
import { withClient } from './with-client.ts'

export type BackupSource = {
  readonly connection: DatabaseOptions['connection']
  readonly files: Pick<FileStorage, 'read'>
  readonly secret: string
  readonly version: string
  readonly jobs: readonly Pick<Job, 'name'>[]
}

/** `folder` must be missing or empty. */
export async function createBackup(source: BackupSource, folder: string): Promise<Manifest> {
  await requireEmptyFolder(folder)
  return withClient(source.connection, 'knowreel backup', async (client) => {
    let lost: Error | null = null
    client.on('error', (error) => (lost = error))
    await lockRemovals(client)
    const { keys, ...database } = await dumpDatabase(client, source.jobs, folder)
    const files = await copyFilesToBackup(source.files, keys, folder)
    // Without the connection, the lock was lost and a file may have been removed before it was copied.
    if (lost !== null) throw lost
    await client.query('select 1')
    await writeFile(secretPath(folder), `${source.secret}\n`, { mode: 0o600, flush: true })
    const manifest: Manifest = { format: 1, version: source.version, ...database, files }
    await writeAtomically(manifestPath(folder), Buffer.from(JSON.stringify(manifest, null, 2)), folder)
    return manifest
  })
}

async function requireEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [found] = await readdir(folder)
  if (found !== undefined) throw new StartupError(`${folder} is not empty: it has ${found}. Name a new folder.`)
  await mkdir(path.join(folder, 'database'), { mode: 0o700 })
}

async function dumpDatabase(client: pg.Client, jobs: BackupSource['jobs'], folder: string) {
  await client.query('begin transaction isolation level repeatable read read only')
  // Rows are always read in the same order, so that a restored table can be compared.
  await client.query('set local synchronize_seqscans = off')
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const versions = await readVersions(client)
  if (versions === null) throw new StartupError('There is nothing to back up: Knowreel has not been started here.')
  const keys = new Map<FileKey, { isNeeded: boolean }>()
  const tables: TableEntry[] = []
  for (const table of await listTables(client, jobs)) {
    // Jobs name files that are already removed.
    const isNeeded = !table.name.startsWith('pgboss.')
    const onKey = (key: FileKey) => {
      if (isNeeded || !keys.has(key)) keys.set(key, { isNeeded })
    }
    tables.push(await dumpTable(client, table, folder, onKey))
  }
  const sequences = await readSequences(client)
  await client.query('commit')
  return { createdAt: (rows[0]?.now ?? new Date()).toISOString(), ...versions, tables, sequences, keys }
}
