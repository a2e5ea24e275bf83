import { AppError } from '@knowreel/shared/error/app-error.ts'
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../platform/database/db.ts'

/** Longer than two requests to the provider and their time limits. */
const leaseSeconds = 60
const waitMs = 10_000
const retryMs = 200

/**
 * Changes of one subscription at the provider run one after the other: each replaces all items, so that a change of the
 * seats could otherwise return the plan that was chosen in the meantime. A lease in a row,
 * because a transaction's lock would hold a connection while the provider answers.
 */
export async function withSubscriptionLock<Result>(
  db: Db,
  subscriptionId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lease = await acquire(db, subscriptionId)
  try {
    return await work()
  } finally {
    await sql`
      update billing_subscriptions set locked_until = null
      where id = ${subscriptionId} and locked_until = ${lease}::timestamptz`.execute(db)
  }
}

async function acquire(db: Db, subscriptionId: string): Promise<string> {
  const endsAt = Date.now() + waitMs
  for (;;) {
    const { rows } = await sql<{ lease: string }>`
      update billing_subscriptions set locked_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where id = ${subscriptionId} and (locked_until is null or locked_until < now())
      returning locked_until::text as lease`.execute(db)
    if (rows[0] !== undefined) return rows[0].lease
    if (Date.now() > endsAt) throw new AppError('already_running')
    await delay(retryMs)
  }
}
