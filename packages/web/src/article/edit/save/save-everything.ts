import type { NoteEditorSession } from '../../../note/index.ts'
import { connectionError } from '../../../platform/api/api-error.ts'
import { whenTrue } from '../../../platform/when-true.ts'
import type { DraftStore } from '../draft/draft-store.ts'

/** Most saves finish within this time, so the user need not be asked. */
const saveTimeoutMs = 1_500
const maxWaitMs = 30_000

/** Saves what is left; false if that takes too long. */
export async function saveEverything(store: DraftStore, notesSession: NoteEditorSession | null): Promise<boolean> {
  store.retry()
  const isSaved = () => !store.read().isUnsaved && store.read().queue.phase === 'idle'
  const [isDraftSaved, areNotesSaved] = await Promise.all([
    whenTrue(store.subscribe, isSaved, saveTimeoutMs),
    notesSession?.flush(saveTimeoutMs) ?? true,
  ])
  return isDraftSaved && areNotesSaved
}

/** Resolves when everything on the screen is in the database; rejects if that takes too long. */
export async function whenDraftSaved(store: Pick<DraftStore, 'read' | 'subscribe'>): Promise<void> {
  if (!(await whenTrue(store.subscribe, () => !store.read().isUnsaved, maxWaitMs))) throw connectionError()
}
