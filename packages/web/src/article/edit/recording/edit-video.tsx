import { memo, Suspense, useCallback } from 'react'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { ArticleVideoEditor, RecordingWork, useInsertRecording, type VideoDesk } from '../../../video/index.ts'
import { whenDraftSaved } from '../save/all-saved.ts'
import { useTimelineTalk } from '../../read/use-timeline-talk.ts'
import { EditParagraphs } from './edit-paragraphs.tsx'
import { useDraft, type Editing } from '../editing.ts'
import * as texts from '../texts.ts'
import { useReadDraft } from './use-recording-arrival.ts'
import styles from './edit-video.module.css'

type EditVideoProps = { editing: Editing; desk: VideoDesk | null }

/** The recording of the draft as it will be published: picture and timeline, on narrow screens also its paragraphs. */
export const EditVideo = memo(function EditVideo({ editing, desk }: EditVideoProps) {
  const isNarrow = useNarrow()
  const { insertRecording, dialog } = useInsertRecording(desk, editing.draftId)
  const videos = useDraft(editing.store, ({ article }) => article.videos)
  const read = useReadDraft(editing)
  const takeNews = useCallback(() => void read().catch(() => undefined), [read])
  const whenSaved = useCallback(() => whenDraftSaved(editing.store), [editing.store])
  const talk = useTimelineTalk({ articleId: editing.draftId, isEditing: true, whenSaved })
  const waiting = <div className={styles.waiting} role="status" aria-label={texts.loadingRecording} />
  return (
    <div className={styles.video}>
      <div className={styles.editor}>
        <Suspense fallback={waiting}>
          {desk ? <ArticleVideoEditor desk={desk} talk={talk} onInsertRecording={insertRecording} /> : waiting}
        </Suspense>
      </div>
      <Suspense>
        <RecordingWork videos={videos} onNews={takeNews} />
      </Suspense>
      {isNarrow && <EditParagraphs desk={desk} />}
      {dialog}
    </div>
  )
})
