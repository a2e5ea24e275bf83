import { useEffect } from 'react'
import { preloadConfirmDialog } from '../../../ui/dialog/dialogs.ts'
import { useUnsavedChanges } from '../../../ui/dialog/use-unsaved-changes.ts'
import { saveEverything } from './save-everything.ts'
import { useNotesSession, useDraft, type EditingContext } from '../editing-context.ts'
import * as texts from '../texts.ts'

type LeaveGuardProps = Pick<EditingContext, 'store' | 'notesSession'> & { isLeaving: () => boolean }

/** Tries to save before the page is left, and asks if something remains unsaved. */
export function LeaveGuard({ store, notesSession, isLeaving }: LeaveGuardProps) {
  useEffect(preloadConfirmDialog, [])
  const isDraftDirty = useDraft(store, ({ isUnsaved, queue }) => isUnsaved || queue.phase !== 'idle')
  const areNotesDirty = useNotesSession(notesSession, (state) => (state?.save ?? 'saved') !== 'saved')
  useUnsavedChanges({
    isDirty: isDraftDirty || areNotesDirty,
    body: texts.yourLatestChangesArentSaved,
    save: async () => {
      if (isLeaving()) return true
      return saveEverything(store, notesSession)
    },
  })
  return null
}
