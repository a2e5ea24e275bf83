import type { Group } from '@knowreel/shared/group/group.calls.ts'
import { confirmAction } from '../ui/dialog/dialogs.ts'
import { memberCountText } from './findings.ts'
import { useDeleteGroup } from './group.queries.ts'
import * as texts from './texts.ts'

/** Asks for confirmation, then deletes. Returns true once the group is deleted. */
export function useGroupDeletion() {
  const { mutateAsync } = useDeleteGroup()
  return async (group: Group): Promise<boolean> => {
    const people =
      group.userIds.length === 0
        ? ''
        : texts.peopleLoseAccess(memberCountText(group.userIds.length), group.userIds.length)
    const isConfirmed = await confirmAction({
      title: texts.confirmDeleteGroup(group.title),
      body: texts.theGroupAndItsWorkspace(people),
      confirmLabel: texts.deleteGroup,
      isDangerous: true,
    })
    if (!isConfirmed) return false
    return mutateAsync(group).then(
      () => true,
      () => false,
    )
  }
}
