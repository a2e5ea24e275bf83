import type { Group } from '@knowreel/shared/group/group.calls.ts'
import { confirmAction } from '../ui/dialog/dialogs.ts'
import { membersText } from './findings.ts'
import { useDeleteGroup } from './group.queries.ts'

/** Asks for confirmation, then deletes. Returns true once the group is deleted. */
export function useGroupDeletion() {
  const { mutateAsync } = useDeleteGroup()
  return async (group: Group): Promise<boolean> => {
    const people =
      group.userIds.length === 0
        ? ''
        : ` ${membersText(group.userIds.length)} ${group.userIds.length === 1 ? 'loses' : 'lose'} the access it grants.`
    const isConfirmed = await confirmAction({
      title: `Delete “${group.title}”?`,
      body: `The group and its workspace roles are deleted.${people} This cannot be undone.`,
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
