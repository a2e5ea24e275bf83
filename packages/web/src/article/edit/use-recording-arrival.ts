import { useCallback, useEffect } from 'react'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { useShownUpload, useUploadOf, withUploads } from '../../video/index.ts'
import { useDraft, type Editing } from './editing.ts'

/** While the server works on the recording it may be there any moment; before, somebody's line decides. Milliseconds. */
const nearMs = 2000
const farMs = 5000

/** Whether a recording of this draft is on its way; takes the draft anew when it has arrived, whoever uploaded it. */
export function useRecordingArrival({ draftId, store }: Editing): boolean {
  const isWaiting = useDraft(store, ({ article }) => article.isNotUploadedVideo)
  const isAccepted = useDraft(store, ({ article }) => article.acceptSessionId !== null)
  const upload = useUploadOf(draftId)
  const isArrivedHere = upload?.state.acceptId != null
  const everyMs = isAccepted || isArrivedHere ? nearMs : farMs
  const read = useReadDraft({ draftId, store })

  useEffect(() => {
    if (!isWaiting) return
    // A failed reading is followed by the next one.
    const timer = setInterval(() => void read().catch(() => undefined), everyMs)
    return () => clearInterval(timer)
  }, [isWaiting, everyMs, read])
  // This page shows the recording itself: nobody has to be told that it is ready.
  useShownUpload(draftId, !isWaiting)
  const shownId = !isWaiting && upload?.state.phase === 'finished' ? upload.id : null
  useEffect(() => {
    if (shownId !== null) void withUploads((uploads) => uploads.dismiss(shownId)).catch(handleError)
  }, [shownId])
  return isWaiting
}

/** Reads the draft as the server has it, under what was changed here. */
export function useReadDraft({ draftId, store }: Pick<Editing, 'draftId' | 'store'>): () => Promise<void> {
  return useCallback(async () => {
    const { article } = await api.draft.get({ params: { id: draftId } })
    // An answer to a save that left later is newer.
    if (store.read().queue.phase === 'idle') store.takeAnswer(article)
  }, [draftId, store])
}
