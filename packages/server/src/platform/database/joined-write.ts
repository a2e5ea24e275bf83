/**
 * A write that joins a change made elsewhere: it is committed with the first transaction of some work that changes
 * something, so that neither exists without the other. The code of the change does not know about it.
 *
 * The write is claimed by one transaction at a time, at its end. A rollback returns it, also before a retry. Work that
 * commits no change writes it afterwards; work that fails before its first commit leaves nothing. Transactions that are
 * begun after the work has ended, in its asynchronous context, do not write it.
 */
import { sql } from 'kysely'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Trx } from './db.ts'

type JoinedWrite = {
  /** One attempt of a transaction. */
  run<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result>
}

const current = new AsyncLocalStorage<JoinedWrite | null>()

export const findJoinedWrite = (): JoinedWrite | null => current.getStore() ?? null

export async function withJoinedWrite<Result>(
  db: Db,
  write: (db: Db) => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  let state: 'pending' | 'written' | 'ended' = 'pending'
  let claim: Promise<unknown> | null = null
  const isFree = () => state === 'pending' && claim === null

  async function attempt<Value>(pool: Db, inner: (trx: Trx) => Promise<Value>): Promise<Value> {
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
    let isClaimant = false
    try {
      const value = await pool.transaction().execute(async (trx) => {
        const made = await inner(trx)
        // Again after the query: another transaction may have claimed the write, and committed it, in the meantime.
        if (isFree() && (await hasChanges(trx)) && isFree()) {
          isClaimant = true
          claim = settled
          await write(trx)
        }
        return made
      })
      if (isClaimant) state = 'written'
      return value
    } finally {
      if (isClaimant) claim = null
      settle()
    }
  }

  try {
    const result = await current.run({ run: attempt }, work)
    // A transaction that the work does not await may be about to commit the write.
    while (claim !== null) await (claim as Promise<unknown>)
    if (state === 'pending') await write(db)
    return result
  } finally {
    state = 'ended'
  }
}

/** A transaction gets its id with its first change or row lock. */
async function hasChanges(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select pg_current_xact_id_if_assigned() is not null as has`.execute(trx)
  return rows[0]?.has === true
}
