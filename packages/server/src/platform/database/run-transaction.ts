import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Trx } from './db.ts'

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const maxTries = 5
const firstWaitMs = 20

/**
 * Repeats a transaction that the database aborted because of a conflict, a few times from the start. `work` must
 * therefore contain only statements of this transaction.
 */
export async function runTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isCrossing(error) || tries === maxTries) throw error
      await delay(firstWaitMs * 2 ** tries * (0.5 + Math.random()))
    }
  }
}

function isCrossing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === serializationFailure || code === deadlockDetected
}
