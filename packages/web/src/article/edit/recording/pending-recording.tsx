import { Suspense, useCallback } from 'react'
import { IconPointFilled } from '@tabler/icons-react'
import { api } from '../../../platform/api/api.ts'
import { ExtensionRecording, useExtensionRecording, useIsRecording } from '../../../recording/index.ts'
import { StageMessage } from '../../../ui/page/stage-message.tsx'
import { RecordingProgress, useDraftUpload } from '../../../video/index.ts'
import { useDraft, type EditingContext } from '../editing-context.ts'
import * as texts from '../texts.ts'
import styles from './edit-video.module.css'

/** The video mode before there is a recording to play. */
export function PendingRecording({ editing: { draftId, store, user } }: { editing: EditingContext }) {
  const acceptSessionId = useDraft(store, ({ article }) => article.acceptSessionId)
  const author = useDraft(store, ({ article }) => article.author)
  const save = useCallback(
    async (change: { isNotUploadedVideo: boolean; acceptSessionId?: null }) => {
      const { article } = await api.article.saveDraft({ params: { id: draftId }, body: change })
      if (article.id === draftId) store.applyResponse(article)
      return article.id
    },
    [draftId, store],
  )
  const isRecording = useIsRecording(draftId)
  const extensionRecording = useExtensionRecording(draftId)
  // Newer than a failed attempt that the extension may still report.
  const ownUpload = useDraftUpload(draftId)
  return (
    <div className={styles.video}>
      <div className={styles.editor}>
        {isRecording ? (
          <StageMessage role="status" icon={<IconPointFilled />} isRed title={texts.recordingHasBeenStarted}>
            <p>{texts.showWhatYouWantToExplain}</p>
          </StageMessage>
        ) : extensionRecording !== null && acceptSessionId === null && ownUpload === null ? (
          <Suspense fallback={<div className={styles.waiting} />}>
            <ExtensionRecording articleId={draftId} recordingId={extensionRecording} />
          </Suspense>
        ) : (
          <Suspense fallback={<div className={styles.waiting} />}>
            <RecordingProgress
              draftId={draftId}
              acceptSessionId={acceptSessionId}
              startedBy={author !== null && author.id !== user.id ? author.name : null}
              onSave={save}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}
