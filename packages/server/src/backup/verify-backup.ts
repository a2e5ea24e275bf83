import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { StartupError } from '../platform/config/startup-error.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { openFileStorage } from '../platform/files/index.ts'
import { readFileList, restoreFile } from './backup-files.ts'
import { hashTable } from './copy-table.ts'
import type { Manifest } from './manifest.ts'
import { restoreDatabase, type RestoreTarget } from './restore-backup.ts'
import { listTables } from './schema.queries.ts'
import { withClient } from './with-client.ts'

type Options = Pick<RestoreTarget, 'migrationsDirectory' | 'jobs' | 'log'>

/**
 * Restores the backup into a scratch database and folder and compares every table and file. Each file is removed after
 * its comparison, so this needs room for the database and one file. Throws a StartupError if something differs.
 */
export async function verifyBackup(options: Options, folder: string, manifest: Manifest): Promise<void> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'knowreel-verify-'))
  try {
    await verifyDatabase(options, folder, manifest, path.join(scratch, 'postgres'))
    await verifyFiles(folder, manifest, scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function verifyDatabase(options: Options, folder: string, manifest: Manifest, directory: string): Promise<void> {
  const { connection, stop } = await startEmbeddedPostgres({ directory, log: options.log })
  try {
    await restoreDatabase({ ...options, connection }, folder, manifest)
    await withClient(connection, 'knowreel restore', async (client) => {
      await client.query('set synchronize_seqscans = off')
      const tables = await listTables(client, options.jobs)
      for (const { name, rows, sha256 } of manifest.tables) {
        const table = tables.find((found) => found.name === name)
        const found = table && (await hashTable(client, table))
        if (found?.rows !== rows || found.sha256 !== sha256)
          throw new StartupError(`The restored table ${name} differs from the backup.`)
      }
    })
  } finally {
    await stop()
  }
}

async function verifyFiles(folder: string, manifest: Manifest, scratch: string): Promise<void> {
  const files = await openFileStorage({ dataDirectory: scratch, secret: '' })
  try {
    for await (const listed of readFileList(folder, manifest)) {
      await restoreFile(files, listed, folder)
      const hash = createHash('sha256')
      for await (const chunk of (await files.read(listed.key)) ?? []) hash.update(chunk as Buffer)
      if (hash.digest('hex') !== listed.sha256) throw new StartupError(`The restored file ${listed.key} differs.`)
      await files.remove(listed.key)
    }
  } finally {
    await files.close()
  }
}
