import type { Db } from '../platform/database/db.ts'
import { updateGroupTitle, type GroupStanding } from './group.queries.ts'
import { holdGroup } from './load-for-write.ts'

export async function renameGroup(db: Db, group: GroupStanding, title: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdGroup(trx, group)
    await updateGroupTitle(trx, group.id, title)
  })
}
