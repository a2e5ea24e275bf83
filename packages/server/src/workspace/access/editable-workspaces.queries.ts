import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { capRows, cappedLimit } from '../../platform/database/capped-rows.ts'
import type { Db } from '../../platform/database/db.ts'
import { displayedTitle } from '../workspace.mapping.ts'
import { accessRankOf, ranks, type AccessRank } from './workspace-access.ts'

type EditableWorkspace = { id: string; shortId: string; title: string; visibility: WorkspaceVisibility }

// Whether the person is owner or admin of a company, as the access rank needs it.
const rankOfMember = accessRankOf({
  userId: sql`m.user_id`,
  companyId: sql`m.company_id`,
  isCompanyAdmin: sql`(m.role in ('owner', 'admin'))`,
})

/**
 * Workspaces in which the person may edit articles in one of their companies, by title; null if they are not active in
 * it.
 */
export async function listEditableWorkspaces(
  db: Db,
  userId: string,
  companyId: string,
): Promise<{ items: EditableWorkspace[]; isTruncated: boolean } | null> {
  if (!isUuid(companyId)) return null
  const rows = await selectEditable(db, userId, companyId)
    .select(['w.id', 'w.short_id as shortId', 'w.title', 'w.visibility'])
    .orderBy('w.title')
    .orderBy('w.id')
    .limit(cappedLimit)
    .execute()
  if (rows.length === 0) return null
  const items = rows.flatMap(({ id, shortId, title, visibility }) =>
    id === null || shortId === null || title === null || visibility === null
      ? []
      : [{ id, shortId, title: displayedTitle({ title, visibility }), visibility }],
  )
  const { rows: listed, isTruncated } = capRows(items)
  return { items: listed, isTruncated }
}

/** One of these, by uuid or short id; null for any other. */
export async function findEditableWorkspace(
  db: Db,
  userId: string,
  { companyId, workspaceId }: { readonly companyId: string; readonly workspaceId: string },
): Promise<{ id: string; companyId: string } | null> {
  const column = isUuid(workspaceId) ? 'w.id' : isShortId(workspaceId) ? 'w.short_id' : null
  if (column === null || !isUuid(companyId)) return null
  const row = await selectEditable(db, userId, companyId)
    .where(column, '=', workspaceId)
    .select('w.id')
    .executeTakeFirst()
  return row?.id ? { id: row.id, companyId } : null
}

const selectEditable = (db: Db, userId: string, companyId: string) =>
  db
    .selectFrom('company_members as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .leftJoin('workspaces as w', (join) =>
      join
        .onRef('w.company_id', '=', 'm.company_id')
        .on('w.deleted_at', 'is', null)
        .on('w.is_archived', '=', false)
        .on('c.is_activated', '=', true)
        .on(sql<AccessRank>`${rankOfMember}`, '>=', ranks.editor),
    )
    .where('m.user_id', '=', userId)
    .where('m.company_id', '=', companyId)
    .where('m.status', '=', 'active')
