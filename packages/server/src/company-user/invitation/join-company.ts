import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { insertMember } from '../../company/index.ts'
import { joinInvitedGroups } from '../../group/index.ts'
import type { Trx } from '../../platform/database/db.ts'
import { joinInvitedShares } from '../../share/index.ts'
import { createPersonalWorkspace, joinInvitedWorkspaces } from '../../workspace/index.ts'
import { deleteInvitationByEmail } from './invitation.queries.ts'

/**
 * Creates the membership with its personal workspace. Pending memberships in groups and workspaces and shares for the
 * address become active, and its invitation is used up.
 */
export async function joinCompany(
  trx: Trx,
  member: { companyId: string; userId: string; email: string; role: Exclude<CompanyRole, 'owner'> },
): Promise<void> {
  // First: this waits for transactions that currently add pending memberships for the address.
  await deleteInvitationByEmail(trx, member.companyId, member.email)
  await insertMember(trx, member)
  await createPersonalWorkspace(trx, member)
  await joinInvitedGroups(trx, member)
  await joinInvitedWorkspaces(trx, member)
  await joinInvitedShares(trx, member)
}
