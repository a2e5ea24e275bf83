import { sql } from 'kysely'
import type { Trx } from './db.ts'

/** Names the person who makes the changes of this transaction, for triggers (`transaction_actor`). */
export async function nameTransactionActor(trx: Trx, userId: string): Promise<void> {
  await sql`select set_config('knowreel.actor', ${userId}, true)`.execute(trx)
}
