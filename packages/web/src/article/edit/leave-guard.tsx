import { useEffect } from 'react'
import { prepareConfirmation } from '../../ui/dialogs.ts'
import { useUnsavedChanges } from '../../ui/use-unsaved-changes.ts'
import type { DraftStore } from '../draft-store.ts'
import { useDesk, useDraft, type Editing } from './editing.ts'

/** What is usually saved well within this time is not worth a question. */
const patienceMs = 1_500

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
      const [isDraftSaved, areNotesSaved] = await Promise.all([
        whenSaved(store, patienceMs),
        desk?.flush(patienceMs) ?? true,
      ])
      return isDraftSaved && areNotesSaved
    },
  })
  return null
}

function whenSaved(store: DraftStore, timeoutMs: number): Promise<boolean> {
  store.retry()
  const isSaved = () => !store.read().isUnsaved && store.read().queue.phase === 'idle'
  return new Promise((resolve) => {
    const end = (isDone: boolean): void => {
      clearTimeout(timer)
      unsubscribe()
      resolve(isDone)
    }
    const timer = setTimeout(() => end(isSaved()), timeoutMs)
    const unsubscribe = store.subscribe(() => isSaved() && end(true))
    if (isSaved()) end(true)
  })
}
