/** Updates workspaces and roles when a person joins a company or leaves it. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/db.ts'

type Membership = { companyId: string; userId: string; email: string }

/** Turns roles that the email address received before into roles of the person. */
export async function joinInvitedWorkspaces(trx: Trx, { companyId, userId, email }: Membership): Promise<void> {
  await sql`
    with invited as (
      delete from workspace_invited_roles i using workspaces w
      where w.id = i.workspace_id and w.company_id = ${companyId} and i.email = ${email}
      returning i.workspace_id, i.role, w.owner_id, w.visibility
    )
    insert into workspace_roles (workspace_id, user_id, role)
    select workspace_id, ${userId}::uuid, role from invited
    where owner_id <> ${userId}::uuid and visibility <> 'personal'
    on conflict (workspace_id, user_id) do nothing
  `.execute(trx)
}

/**
 * Workspaces that the person owns pass to the owner of the company; all their roles, favourites and open invitations
 * are removed. Returns the id of the personal workspace, which is now deleted.
 */
export async function leaveWorkspaces(
  trx: Trx,
  { companyId, userId, email, newOwnerId, leftAt }: Membership & { newOwnerId: string; leftAt: Date },
): Promise<string | null> {
  await sql`
    delete from workspace_roles r using workspaces w
    where w.id = r.workspace_id and w.company_id = ${companyId}
      and (r.user_id = ${userId} or (r.user_id = ${newOwnerId} and w.owner_id = ${userId}))
  `.execute(trx)
  await sql`
    delete from workspace_favorites f using workspaces w
    where w.id = f.workspace_id and w.company_id = ${companyId} and f.user_id = ${userId}
  `.execute(trx)
  await deleteInvitedRoles(trx, { companyId, email })
  await trx
    .updateTable('workspaces')
    .set({ owner_id: newOwnerId })
    .where('company_id', '=', companyId)
    .where('owner_id', '=', userId)
    .where('visibility', '<>', 'personal')
    .execute()
  const personal = await trx
    .updateTable('workspaces')
    .set({ deleted_at: leftAt })
    .where('company_id', '=', companyId)
    .where('owner_id', '=', userId)
    .where('visibility', '=', 'personal')
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return personal?.id ?? null
}

export async function deleteInvitedRoles(
  trx: Trx,
  { companyId, email }: { companyId: string; email: string },
): Promise<void> {
  await sql`
    delete from workspace_invited_roles i using workspaces w
    where w.id = i.workspace_id and w.company_id = ${companyId} and i.email = ${email}
  `.execute(trx)
}
