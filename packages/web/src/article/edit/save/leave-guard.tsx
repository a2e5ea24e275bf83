import { useEffect } from 'react'
import { prepareConfirmation } from '../../../ui/dialog/dialogs.ts'
import { useUnsavedChanges } from '../../../ui/dialog/use-unsaved-changes.ts'
import { allSaved } from './all-saved.ts'
import { useDesk, useDraft, type Editing } from '../editing.ts'
import * as texts from '../texts.ts'

type LeaveGuardProps = Pick<Editing, 'store' | 'desk'> & { isLeaving: () => boolean }

/** Tries to save before the page is left, and asks if something remains unsaved. */
export function LeaveGuard({ store, desk, isLeaving }: LeaveGuardProps) {
  useEffect(prepareConfirmation, [])
  const isDraftDirty = useDraft(store, ({ isUnsaved, queue }) => isUnsaved || queue.phase !== 'idle')
  const areNotesDirty = useDesk(desk, (state) => (state?.save ?? 'saved') !== 'saved')
  useUnsavedChanges({
    isDirty: isDraftDirty || areNotesDirty,
    body: texts.yourLatestChangesArentSaved,
    save: async () => {
      if (isLeaving()) return true
      return allSaved(store, desk)
    },
  })
  return null
}
