import { useEffect } from 'react'
import { prepareConfirmation } from '../../ui/dialogs.ts'
import { useUnsavedChanges } from '../../ui/use-unsaved-changes.ts'
import { allSaved } from './all-saved.ts'
import { useDesk, useDraft, type Editing } from './editing.ts'

type LeaveGuardProps = Pick<Editing, 'store' | 'desk'> & { isLeaving: () => boolean }

/** Holds people back from leaving behind what is not saved, after trying to save it. */
export function LeaveGuard({ store, desk, isLeaving }: LeaveGuardProps) {
  useEffect(prepareConfirmation, [])
  const isDraftDirty = useDraft(store, ({ isUnsaved, queue }) => isUnsaved || queue.phase !== 'idle')
  const areNotesDirty = useDesk(desk, (state) => (state?.save ?? 'saved') !== 'saved')
  useUnsavedChanges({
    isDirty: isDraftDirty || areNotesDirty,
    body: 'What you wrote last is not saved on the server yet.',
    save: async () => {
      if (isLeaving()) return true
      return allSaved(store, desk)
    },
  })
  return null
}
