import { useCallback, useEffect, useRef } from 'react'
import { api } from '../../../platform/api/api.ts'
import { handleError } from '../../../platform/api/handle-error.ts'
import { useExtensionRecording } from '../../../recording/index.ts'
import { useHideUploadFromTray, useDraftUpload, withUploads } from '../../../video/index.ts'
import { useDraft, type EditingContext } from '../editing-context.ts'

/**
 * Polling interval while the server processes the recording, which may be ready any moment; before that the upload's
 * connection decides. Milliseconds.
 */
const processingPollMs = 2000
const uploadPollMs = 5000

/** Whether a recording of this draft is still to come; refetches the draft once it has arrived, whoever uploaded it. */
export function usePendingRecording({ draftId, store }: EditingContext): boolean {
  const isWaiting = useDraft(store, ({ article }) => article.isNotUploadedVideo)
  const isAccepted = useDraft(store, ({ article }) => article.acceptSessionId !== null)
  const upload = useDraftUpload(draftId)
  const isArrivedHere = upload?.state.acceptId != null
  const everyMs = isAccepted || isArrivedHere ? processingPollMs : uploadPollMs
  const read = useRefreshDraft({ draftId, store })
  const isSentByExtension = useExtensionRecording(draftId) !== null
  const wasSentByExtension = useRef(false)

  useEffect(() => {
    if (!isWaiting) return
    // A failed read is followed by the next one.
    const timer = setInterval(() => void read().catch(() => undefined), everyMs)
    return () => clearInterval(timer)
  }, [isWaiting, everyMs, read])
  useEffect(() => {
    // The server has accepted the recording of the extension; only its draft says so.
    if (isWaiting && wasSentByExtension.current && !isSentByExtension) void read().catch(() => undefined)
    wasSentByExtension.current = isSentByExtension
  }, [isWaiting, isSentByExtension, read])
  // This page shows the recording itself, so no notification that it is ready is needed.
  useHideUploadFromTray(draftId, !isWaiting)
  const shownId = !isWaiting && upload?.state.phase === 'finished' ? upload.id : null
  useEffect(() => {
    if (shownId !== null) void withUploads((uploads) => uploads.dismiss(shownId)).catch(handleError)
  }, [shownId])
  return isWaiting
}

/** Fetches the server's draft and adopts it underneath local changes. */
export function useRefreshDraft({ draftId, store }: Pick<EditingContext, 'draftId' | 'store'>): () => Promise<void> {
  return useCallback(async () => {
    const { article } = await api.draft.get({ params: { id: draftId } })
    // The response to a save sent later is newer.
    if (store.read().queue.phase === 'idle') store.applyResponse(article)
  }, [draftId, store])
}
