import { memo, Suspense, useCallback } from 'react'
import { useNarrow } from '../../../ui/use-breakpoints.ts'
import {
  ArticleVideoEditor,
  ProcessingStatus,
  useInsertRecording,
  type VideoEditorController,
} from '../../../video/index.ts'
import { insertWithExtension, startRecording, StartRecording, useExtension } from '../../../recording/index.ts'
import { useMe } from '../../../user/index.ts'
import { whenDraftSaved } from '../save/save-everything.ts'
import { useCommentsAndReactions } from '../../read/use-comments-and-reactions.ts'
import { EditParagraphs } from './edit-paragraphs.tsx'
import { useDraft, type EditingContext } from '../editing-context.ts'
import * as texts from '../texts.ts'
import { useRefreshDraft } from './use-pending-recording.ts'
import styles from './edit-video.module.css'

type EditVideoProps = { editing: EditingContext; controller: VideoEditorController | null }

/** The recording of the draft as it will be published: picture and timeline, on narrow screens also its paragraphs. */
export const EditVideo = memo(function EditVideo({ editing, controller }: EditVideoProps) {
  const isNarrow = useNarrow()
  const me = useMe()
  const { isConnected } = useExtension()
  const original = useDraft(editing.store, ({ article }) => article.original)
  const target = { draftId: editing.draftId, original }
  const { insertRecording, dialog } = useInsertRecording(controller, target, {
    recorder: StartRecording,
    onRecord: (capture, position, name) =>
      void startRecording({
        owner: `${me?.user.id}:${me?.user.company?.id}`,
        capture,
        target: { kind: 'insert', articleId: editing.draftId, position, name },
      }),
    onRecordOutside: isConnected
      ? (position, name) =>
          void insertWithExtension({
            articleId: editing.draftId,
            position,
            name,
            companyId: me?.user.company?.id,
          })
      : null,
  })
  const videos = useDraft(editing.store, ({ article }) => article.videos)
  const read = useRefreshDraft(editing)
  const refresh = useCallback(() => void read().catch(() => undefined), [read])
  const whenSaved = useCallback(() => whenDraftSaved(editing.store), [editing.store])
  const commentsAndReactions = useCommentsAndReactions({ articleId: editing.draftId, isEditing: true, whenSaved })
  const waiting = <div className={styles.waiting} role="status" aria-label={texts.loadingRecording} />
  return (
    <div className={styles.video}>
      <div className={styles.editor}>
        <Suspense fallback={waiting}>
          {controller ? (
            <ArticleVideoEditor
              controller={controller}
              commentsAndReactions={commentsAndReactions}
              onInsertRecording={insertRecording}
            />
          ) : (
            waiting
          )}
        </Suspense>
      </div>
      <Suspense>
        <ProcessingStatus videos={videos} onUpdate={refresh} />
      </Suspense>
      {isNarrow && <EditParagraphs editing={editing} controller={controller} />}
      {dialog}
    </div>
  )
})
