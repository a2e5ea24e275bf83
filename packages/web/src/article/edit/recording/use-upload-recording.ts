import { useCallback } from 'react'
import { api } from '../../../platform/api/api.ts'
import { handleError } from '../../../platform/api/handle-error.ts'
import { beginUpload, type ChosenFile } from '../../../video/index.ts'
import type { EditingContext } from '../editing-context.ts'

/** Uploads a recording for a draft that has none. */
export function useUploadRecording({ draftId, store }: EditingContext): (chosen: ChosenFile) => void {
  return useCallback(
    ({ file, handle }) => {
      const begin = async () => {
        const body = { isNotUploadedVideo: true }
        const { article } = await api.article.saveDraft({ params: { id: draftId }, body })
        // If the draft was published first, this is the next draft of its article, which waits for the recording.
        if (article.id === draftId) store.applyResponse(article)
        // A colleague was faster: theirs is the recording now.
        if (article.isNotUploadedVideo) await beginUpload({ file, handle, articleId: article.id })
      }
      begin().catch(handleError)
    },
    [draftId, store],
  )
}
