import type { WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'
import { confirmAction } from '../ui/dialogs.ts'
import { showSuccess, showUndo } from '../ui/toast.ts'
import { useSetArchived } from './workspace.queries.ts'

const archiveQuestion = {
  body: 'It leaves everyone’s sidebar and search, and nobody can change its articles until it is unarchived. Nothing is deleted.',
  confirmLabel: 'Archive workspace',
}

/** Archiving asks first, because it changes what everybody sees; unarchiving does not. */
export function useArchiving(): (workspace: WorkspaceSummary) => Promise<void> {
  const { mutateAsync } = useSetArchived()

  const setArchived = async (id: string, isArchived: boolean): Promise<boolean> => {
    try {
      await mutateAsync({ id, isArchived })
      return true
    } catch {
      // The message is already on the screen, and the change taken back.
      return false
    }
  }

  return async ({ id, title, isArchived }) => {
    if (isArchived) {
      if (await setArchived(id, false)) showSuccess('Workspace unarchived')
      return
    }
    if (!(await confirmAction({ title: `Archive “${title}”?`, ...archiveQuestion }))) return
    if (await setArchived(id, true)) showUndo('Workspace archived', () => void setArchived(id, false))
  }
}
