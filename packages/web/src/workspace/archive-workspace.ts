import type { WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'
import { confirmAction } from '../ui/dialog/dialogs.ts'
import { showSuccess, showUndo } from '../ui/toast/toast.ts'
import * as texts from './texts.ts'
import { useSetArchived } from './workspace.queries.ts'

const archiveConfirmation = {
  body: texts.itIsHiddenFromEveryones,
  confirmLabel: texts.archiveWorkspace,
}

/** Archiving asks for confirmation because it changes what everyone sees; unarchiving does not. */
export function useToggleArchived(): (workspace: WorkspaceSummary) => Promise<void> {
  const { mutateAsync } = useSetArchived()

  const setArchived = async (id: string, isArchived: boolean): Promise<boolean> => {
    try {
      await mutateAsync({ id, isArchived })
      return true
    } catch {
      // The message is already shown and the change reverted.
      return false
    }
  }

  return async ({ id, title, isArchived }) => {
    if (isArchived) {
      if (await setArchived(id, false)) showSuccess(texts.workspaceUnarchived)
      return
    }
    if (!(await confirmAction({ title: texts.archiveTitle(title), ...archiveConfirmation }))) return
    if (await setArchived(id, true)) showUndo(texts.workspaceArchived, () => void setArchived(id, false))
  }
}
