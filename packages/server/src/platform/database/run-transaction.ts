import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Trx } from './db.ts'
import { findJoinedWrite } from './joined-write.ts'

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const maxAttempts = 5
const initialWaitMs = 20

/**
 * Repeats a transaction that the database aborted because of a conflict, a few times from the start. `work` must
 * therefore contain only statements of this transaction.
 */
export async function runTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  const joined = findJoinedWrite()
  for (let tries = 1; ; tries++) {
    try {
      return await (joined?.run(db, work) ?? db.transaction().execute(work))
    } catch (error) {
      if (!isConflict(error) || tries === maxAttempts) throw error
      await delay(initialWaitMs * 2 ** tries * (0.5 + Math.random()))
    }
  }
}

function isConflict(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === serializationFailure || code === deadlockDetected
}
