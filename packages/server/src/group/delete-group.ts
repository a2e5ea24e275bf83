import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { deleteGroupRow, type GroupStanding } from './group.queries.ts'
import { holdGroup } from './hold-group.ts'

/** With its places, its invited addresses and every role it gave; open documents are told within seconds. */
export async function deleteGroup(db: Db, group: GroupStanding): Promise<void> {
  await runTransaction(db, async (trx) => {
    await holdGroup(trx, group)
    await deleteGroupRow(trx, group.id)
  })
}
