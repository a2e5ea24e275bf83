import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import type { Db } from '../platform/database/db.ts'
import { insertGroup, type GroupStanding } from './group.queries.ts'

/** An empty group. Two groups of a company may have one title: their ids and their people tell them apart. */
export async function createGroup(
  db: Db,
  { companyId, title }: { companyId: string; title: string },
): Promise<GroupStanding> {
  const group = { id: newId(), shortId: newShortId(), companyId }
  await insertGroup(db, { ...group, title })
  return group
}
