import { Suspense, useCallback, useState, type ComponentType, type ReactNode } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { Capture } from '@knowreel/recorder/capture/index.ts'
import { lazyComponent } from '../../ui/lazy-components.tsx'
import type { VideoEditorController } from '../editing/video-editor-controller.ts'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import { InsertUploadedRecordings, insertVideo, type InsertTarget } from './insert-uploaded-recordings.tsx'
import type { RecorderProps } from './insert-recording.tsx'
import { insertPositionAt } from '../uploads/insert-position.ts'
import { beginUpload } from '../uploads/page-uploads.ts'
import type { InsertPosition } from '../uploads/upload-item.ts'

const InsertRecording = lazyComponent(() => import('./insert-recording.tsx').then((module) => module.InsertRecording))

type UseRecorder = {
  readonly recorder: ComponentType<RecorderProps>
  readonly onRecord: (capture: Capture, position: InsertPosition, name: string) => void
  /** Records outside of this page; null if nothing can. */
  readonly onRecordOutside: ((position: InsertPosition, name: string) => void) | null
}

type UseInsertRecordingResult = {
  /** Opens the dialog that inserts a recording at the play head. Null until the editor is ready. */
  readonly insertRecording: (() => void) | null
  readonly dialog: ReactNode
}

/** Inserts other recordings into a draft: immediately, or once their upload is complete. */
export function useInsertRecording(
  controller: VideoEditorController | null,
  { draftId, original }: InsertTarget,
  { recorder, onRecord, onRecordOutside }: UseRecorder,
): UseInsertRecordingResult {
  const [at, setAt] = useState<Ms | null>(null)
  // Kept while the dialog fades out.
  const [lastAt, setLastAt] = useState<Ms>(0)

  const open = useCallback(() => {
    const time = controller?.playback.player?.time() ?? 0
    setAt(time)
    setLastAt(time)
  }, [controller])
  const close = useCallback(() => setAt(null), [])

  const recordOutside = () => {
    close()
    if (controller) onRecordOutside?.(insertPositionAt(controller.tree, lastAt), texts.recordingAt(timeLabel(lastAt)))
  }
  const asking = controller && (at !== null || lastAt > 0) && (
    <Suspense>
      <InsertRecording
        opened={at !== null}
        at={lastAt}
        videos={controller.videos.filter(({ url, duration }) => url !== null && duration !== null)}
        onClose={close}
        onInsert={(video) => {
          close()
          insertVideo(controller, video, insertPositionAt(controller.tree, lastAt))
        }}
        recorder={recorder}
        onRecord={(capture) =>
          onRecord(capture, insertPositionAt(controller.tree, lastAt), texts.recordingAt(timeLabel(lastAt)))
        }
        onRecordOutside={onRecordOutside && recordOutside}
        onUpload={({ file, handle }) =>
          beginUpload({ file, handle, articleId: draftId, insert: insertPositionAt(controller.tree, lastAt) })
        }
      />
    </Suspense>
  )
  const dialog = controller && (
    <>
      <InsertUploadedRecordings controller={controller} draftId={draftId} original={original} />
      {asking}
    </>
  )
  return { insertRecording: controller === null ? null : open, dialog }
}
