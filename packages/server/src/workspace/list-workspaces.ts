import type { Member } from '../access/index.ts'
import { capRows, cappedLimit } from '../platform/database/capped-rows.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { createWorkspace } from './create-workspace.ts'
import { listWorkspaceRows, lockFirstVisit, type ListedWorkspaceRow } from './workspace.queries.ts'

const firstWorkspaceTitle = 'My Private Workspace'

/** The workspaces that the member may see. A member with nothing but the personal one gets a private one, once. */
export async function listWorkspaces(
  db: Db,
  member: Member,
  { withUsers }: { withUsers: boolean },
): Promise<{ rows: ListedWorkspaceRow[]; isTruncated: boolean }> {
  let rows = await listWorkspaceRows(db, member, cappedLimit, withUsers)
  if (hasOnlyPersonal(rows)) rows = await createFirstWorkspace(db, member, withUsers)
  return capRows(rows)
}

const hasOnlyPersonal = (rows: readonly ListedWorkspaceRow[]): boolean =>
  rows.every(({ visibility }) => visibility === 'personal')

async function createFirstWorkspace(db: Db, member: Member, withUsers: boolean): Promise<ListedWorkspaceRow[]> {
  return runTransaction(db, async (trx) => {
    await lockFirstVisit(trx, member)
    const rows = await listWorkspaceRows(trx, member, cappedLimit, withUsers)
    if (!hasOnlyPersonal(rows)) return rows
    await createWorkspace(trx, member, { title: firstWorkspaceTitle })
    return listWorkspaceRows(trx, member, cappedLimit, withUsers)
  })
}
