import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { updateGroupTitle, type GroupStanding } from './group.queries.ts'
import { holdGroup } from './hold-group.ts'

export async function renameGroup(db: Db, group: GroupStanding, title: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    await holdGroup(trx, group)
    await updateGroupTitle(trx, group.id, title)
  })
}
