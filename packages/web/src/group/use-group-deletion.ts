import type { Group } from '@knowreel/shared/group/group.calls.ts'
import { confirmAction } from '../ui/dialogs.ts'
import { membersText } from './findings.ts'
import { useDeleteGroup } from './group.queries.ts'

/** Asks, then deletes. Gives true once the group is gone. */
export function useGroupDeletion() {
  const { mutateAsync } = useDeleteGroup()
  return async (group: Group): Promise<boolean> => {
    const people =
      group.userIds.length === 0 ? '' : ` ${membersText(group.userIds.length)} in it lose what only it gave.`
    const isConfirmed = await confirmAction({
      title: `Delete “${group.title}”?`,
      body: `The group and the roles it has in workspaces go away.${people} This cannot be undone.`,
      confirmLabel: 'Delete group',
      isDangerous: true,
    })
    if (!isConfirmed) return false
    return mutateAsync(group).then(
      () => true,
      () => false,
    )
  }
}
