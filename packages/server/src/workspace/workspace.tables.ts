import type { WorkspaceRole, WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import type { ColumnType, Generated } from 'kysely'

export type WorkspacesTable = {
  id: string
  short_id: string
  company_id: string
  owner_id: string
  title: string
  description: Generated<string>
  visibility: WorkspaceVisibility
  /** Written as JSON text. */
  article_order: ColumnType<OrderEntry[], string | undefined, string>
  order_revision: Generated<number>
  is_archived: Generated<boolean>
  is_sharing_off: Generated<boolean>
  /** Created together with its company, for everyone in it. */
  is_initial: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  last_activity_at: Generated<Date>
  deleted_at: Date | null
}

export type WorkspaceRolesTable = {
  workspace_id: string
  user_id: string
  role: Exclude<WorkspaceRole, 'owner'>
  created_at: Generated<Date>
}

export type WorkspaceGroupRolesTable = {
  workspace_id: string
  group_id: string
  role: Exclude<WorkspaceRole, 'owner'>
  created_at: Generated<Date>
}

/** Roles of invited addresses; they become roles of people when these join the company. */
export type WorkspaceInvitedRolesTable = {
  workspace_id: string
  email: string
  role: Exclude<WorkspaceRole, 'owner'>
  created_at: Generated<Date>
}

export type WorkspaceFavoritesTable = {
  workspace_id: string
  user_id: string
  created_at: Generated<Date>
}

/** Kept by triggers; without a row, the workspace never had articles. */
export type WorkspaceTreesTable = {
  workspace_id: string
  /** Increases with every change of what the tree shows. */
  revision: number
  /** Published and not archived. */
  articles: number
}

declare module '../platform/database/db.ts' {
  interface Tables {
    workspaces: WorkspacesTable
    workspace_roles: WorkspaceRolesTable
    workspace_group_roles: WorkspaceGroupRolesTable
    workspace_invited_roles: WorkspaceInvitedRolesTable
    workspace_favorites: WorkspaceFavoritesTable
    workspace_trees: WorkspaceTreesTable
  }
}
