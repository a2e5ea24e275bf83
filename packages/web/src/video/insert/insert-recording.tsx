import { useState } from 'react'
import { Button, Modal, SegmentedControl } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import type { ChosenFile } from '../uploads/chosen-file.ts'
import { VideoPicker } from './video-picker.tsx'
import styles from './insert-recording.module.css'

type InsertRecordingProps = {
  opened: boolean
  /** The time of the play head. */
  at: Ms
  /** The playable recordings of this article. */
  videos: readonly Video[]
  onClose: () => void
  onInsert: (video: Video) => void
  /** Starts the upload; the recording is inserted once it has arrived. */
  onUpload: (chosen: ChosenFile) => Promise<unknown>
}

/** Inserts another recording at the play head: a file, or one that the article already has. */
export function InsertRecording({ opened, at, videos, onClose, onInsert, onUpload }: InsertRecordingProps) {
  const [source, setSource] = useState<'file' | 'article'>('file')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = videos.find(({ id }) => id === chosenId)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.insertRecordingAt(timeLabel(at))}
      size={560}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <div className={styles.form}>
        {videos.length > 0 && (
          <SegmentedControl
            aria-label={texts.whereTheRecordingComesFrom}
            value={source}
            onChange={(value) => setSource(value === 'article' ? 'article' : 'file')}
            data={[
              { value: 'file', label: texts.uploadAFile },
              { value: 'article', label: texts.fromThisArticle },
            ]}
          />
        )}
        {source === 'file' ? (
          <>
            <VideoPicker
              onFile={(file) => {
                onClose()
                onUpload(file).catch(handleError)
              }}
            />
            <p className={styles.hint}>{texts.youCanKeepEditingWhile}</p>
          </>
        ) : (
          <ul className={styles.list}>
            {videos.map((video, index) => (
              <li key={video.id}>
                <button
                  type="button"
                  className={styles.choice}
                  aria-pressed={video.id === chosenId}
                  onClick={() => setChosenId(video.id)}
                  onDoubleClick={() => onInsert(video)}
                >
                  <span className={styles.picture}>
                    {video.posterUrl === null ? <IconVideo /> : <img src={video.posterUrl} alt="" />}
                  </span>
                  <span className={styles.name}>{texts.recordingIndex(index + 1)}</span>
                  <span className={styles.length}>{timeLabel(video.duration ?? 0)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          {source === 'article' && (
            <Button variant="filled" disabled={!chosen} onClick={() => chosen && onInsert(chosen)}>
              {texts.insert}
            </Button>
          )}
        </DialogFooter>
      </div>
    </Modal>
  )
}
