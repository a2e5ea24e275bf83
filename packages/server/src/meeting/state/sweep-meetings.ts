/** Ends what took too long. Deadlines are in the rows, so this needs no memory and may run anywhere, twice. */
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { applyMeetingEvent } from './apply-event.ts'
import { listOverdueMeetings } from './meeting-state.queries.ts'

const batchSize = 100

/** Returns how many meetings changed. */
export async function endOverdueMeetings(db: Db, now = new Date()): Promise<number> {
  let count = 0
  for (const { id } of await listOverdueMeetings(db, now, batchSize)) {
    const applied = await runTransaction(db, async (trx) => applyMeetingEvent(trx, id, { type: 'timedOut' }, now))
    if (applied !== null) count++
  }
  return count
}
