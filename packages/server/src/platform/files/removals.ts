/**
 * A backup copies files after it has read the database. While it runs it holds the removal lock, so that none of the
 * files that the database named then is removed before it is copied.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import { removalLock } from '../database/advisory-locks.ts'
import type { Db } from '../database/db.ts'
import type { Enqueue } from '../jobs/index.ts'
import type { FileStorage } from './file-storage.ts'
import { removeFile } from './remove-file.job.ts'

const retryMs = 10 * 60_000

/** Waits for removals in progress. The lock ends with the connection. */
export async function lockRemovals(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [removalLock])
}

/** During a backup, a removal becomes a job that tries again later. */
export function deferRemovalsDuringBackups(
  files: FileStorage,
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
): FileStorage {
  return {
    ...files,
    async remove(key) {
      // Not repeated after a conflict: it changes no rows, so there is none.
      const isRemoved = await db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ is_free: boolean }>`
          select pg_try_advisory_xact_lock_shared(${removalLock}) as is_free`.execute(trx)
        if (!rows[0]?.is_free) return false
        await files.remove(key)
        return true
      })
      if (!isRemoved) await enqueue(db, removeFile, { key }, { startAfter: new Date(Date.now() + retryMs) })
    },
  }
}
