import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { insertMember } from '../company/index.ts'
import { joinInvitedGroups } from '../group/index.ts'
import type { Trx } from '../platform/database/db.ts'
import { joinInvitedShares } from '../share/index.ts'
import { createPersonalWorkspace, joinInvitedWorkspaces } from '../workspace/index.ts'
import { deleteInvitationOf } from './invitation.queries.ts'

/**
 * Membership with its personal workspace; what was kept for the address in groups and workspaces and shared with it becomes real, and its
 * invitation is used up.
 */
export async function joinCompany(
  trx: Trx,
  member: { companyId: string; userId: string; email: string; role: Exclude<CompanyRole, 'owner'> },
): Promise<void> {
  // First: places that are being kept for the address at this moment are waited for.
  await deleteInvitationOf(trx, member.companyId, member.email)
  await insertMember(trx, member)
  await createPersonalWorkspace(trx, member)
  await joinInvitedGroups(trx, member)
  await joinInvitedWorkspaces(trx, member)
  await joinInvitedShares(trx, member)
}
