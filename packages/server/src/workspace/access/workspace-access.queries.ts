import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import type { Actor } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { accessRank, ranks, type AccessRank } from './workspace-access.ts'

export type WorkspaceAccess = {
  readonly id: string
  readonly shortId: string
  readonly companyId: string
  readonly ownerId: string
  readonly visibility: WorkspaceVisibility
  readonly isArchived: boolean
  readonly isCompanyActivated: boolean
  readonly rank: AccessRank
}

/** The actor's access to this workspace, by uuid or short id; null if it does not exist or is not visible. */
export async function findWorkspaceAccess(db: Db, actor: Actor | null, anyId: string): Promise<WorkspaceAccess | null> {
  const column = isUuid(anyId) ? 'w.id' : isShortId(anyId) ? 'w.short_id' : null
  if (column === null) return null
  const row = await db
    .selectFrom('workspaces as w')
    .innerJoin('companies as c', 'c.id', 'w.company_id')
    .where(column, '=', anyId)
    .where('w.deleted_at', 'is', null)
    .select(['w.id', 'w.short_id as shortId', 'w.company_id as companyId', 'w.owner_id as ownerId'])
    .select(['w.visibility', 'w.is_archived as isArchived', 'c.is_activated as isCompanyActivated'])
    .select(accessRank(actor).as('rank'))
    .executeTakeFirst()
  return row === undefined || row.rank < ranks.viewer ? null : row
}
