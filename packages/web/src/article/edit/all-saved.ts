import type { NoteDesk } from '../../note/index.ts'
import type { DraftStore } from '../draft-store.ts'

/** What is usually saved well within this time is not worth a question. */
const patienceMs = 1_500

/** Saves what is left, if that can be done quickly. */
export async function allSaved(store: DraftStore, desk: NoteDesk | null): Promise<boolean> {
  const [isDraftSaved, areNotesSaved] = await Promise.all([
    whenSaved(store, patienceMs),
    desk?.flush(patienceMs) ?? true,
  ])
  return isDraftSaved && areNotesSaved
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
