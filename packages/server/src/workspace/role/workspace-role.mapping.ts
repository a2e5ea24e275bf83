import { fullName } from '@knowreel/shared/user/user.rules.ts'
import type { WorkspaceRoleEntry } from '@knowreel/shared/workspace/workspace.calls.ts'
import type { PersonView } from '../../person/index.ts'
import type { RoleRow } from './workspace-role.queries.ts'

export const toRoleEntry = (row: RoleRow, view: PersonView): WorkspaceRoleEntry => ({
  ...row,
  // An address that was invited without a name is shown as the name.
  name: fullName(row) || row.email,
  profileImage: row.profileImage === null ? null : view.signPhoto(row.profileImage),
  isOwner: row.role === 'owner',
})
