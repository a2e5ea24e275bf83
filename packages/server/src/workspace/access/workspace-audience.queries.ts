import { sql } from 'kysely'
import { cappedLimit } from '../../platform/database/capped-rows.ts'
import type { Db } from '../../platform/database/db.ts'

type WorkspaceAudience = {
  /** Every member of the company sees the workspace. */
  readonly isWholeCompany: boolean
  readonly userIds: string[]
  readonly groupIds: string[]
  /** Addresses with a role that have not joined the company yet. */
  readonly emails: string[]
}

/** Everyone who sees a workspace, by the same rules as `accessRank`. */
export async function readWorkspaceAudience(db: Db, workspaceId: string): Promise<WorkspaceAudience> {
  const { rows } = await sql<WorkspaceAudience>`
    select
      w.visibility in ('organization', 'public') as "isWholeCompany",
      array(
        select w.owner_id
        union
        select r.user_id from workspace_roles r where r.workspace_id = w.id
        union
        select gm.user_id
        from workspace_group_roles gr
        join groups g on g.id = gr.group_id and g.company_id = w.company_id
        join group_members gm on gm.group_id = g.id
        where gr.workspace_id = w.id
        limit ${cappedLimit}
      ) as "userIds",
      array(
        select gr.group_id from workspace_group_roles gr where gr.workspace_id = w.id limit ${cappedLimit}
      ) as "groupIds",
      array(
        select i.email::text from workspace_invited_roles i where i.workspace_id = w.id limit ${cappedLimit}
      ) as emails
    from workspaces w
    where w.id = ${workspaceId}
  `.execute(db)
  return rows[0] ?? { isWholeCompany: false, userIds: [], groupIds: [], emails: [] }
}
