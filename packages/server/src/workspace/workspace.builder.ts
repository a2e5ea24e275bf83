/** Workspaces for tests and the demo company. */
import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import type { WorkspaceRole, WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { buildCompany } from '../company/company.builder.ts'
import type { Db } from '../platform/database/db.ts'

type WorkspaceOverrides = {
  /** Default: a new company. */
  company?: { id: string; owner: { id: string } }
  /** Default: the owner of the company. */
  owner?: { id: string }
  title?: string
  description?: string
  visibility?: WorkspaceVisibility
  isArchived?: boolean
  order?: OrderEntry[]
  createdAt?: Date
  lastActivityAt?: Date
  deletedAt?: Date
}

export type BuiltWorkspace = { id: string; shortId: string; companyId: string; ownerId: string; title: string }

export async function buildWorkspace(db: Db, overrides: WorkspaceOverrides = {}): Promise<BuiltWorkspace> {
  const company = overrides.company ?? (await buildCompany(db))
  const workspace = {
    id: newId(),
    shortId: newShortId(),
    companyId: company.id,
    ownerId: (overrides.owner ?? company.owner).id,
    title: overrides.title ?? 'Support runbooks',
  }
  await db
    .insertInto('workspaces')
    .values({
      id: workspace.id,
      short_id: workspace.shortId,
      company_id: workspace.companyId,
      owner_id: workspace.ownerId,
      title: workspace.title,
      description: overrides.description ?? '',
      visibility: overrides.visibility ?? 'private',
      article_order: JSON.stringify(overrides.order ?? []),
      is_archived: overrides.isArchived ?? false,
      created_at: overrides.createdAt ?? new Date(),
      last_activity_at: overrides.lastActivityAt ?? overrides.createdAt ?? new Date(),
      deleted_at: overrides.deletedAt ?? null,
    })
    .execute()
  return workspace
}

export async function grantWorkspaceRole(
  db: Db,
  { workspace, user, role }: { workspace: { id: string }; user: { id: string }; role: Exclude<WorkspaceRole, 'owner'> },
): Promise<void> {
  await db.insertInto('workspace_roles').values({ workspace_id: workspace.id, user_id: user.id, role }).execute()
}

export async function grantGroupRole(
  db: Db,
  {
    workspace,
    group,
    role,
  }: { workspace: { id: string }; group: { id: string }; role: Exclude<WorkspaceRole, 'owner'> },
): Promise<void> {
  await db
    .insertInto('workspace_group_roles')
    .values({ workspace_id: workspace.id, group_id: group.id, role })
    .execute()
}
