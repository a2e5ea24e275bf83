import type { Group } from '@knowreel/shared/group/group.calls.ts'
import { openDialog } from '../ui/dialog/dialogs.ts'

export function openCreateGroup(): void {
  void openDialog(() => import('./create-group-dialog.tsx').then((module) => module.CreateGroupDialog), {})
}

export function openGroupUsers(group: Pick<Group, 'id' | 'title'>): void {
  void openDialog(() => import('./group-users-dialog.tsx').then((module) => module.GroupUsersDialog), { group })
}
