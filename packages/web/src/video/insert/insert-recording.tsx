import { useState, type ComponentType } from 'react'
import { Button, Modal, SegmentedControl } from '@mantine/core'
import type { Capture } from '@knowreel/recorder/capture/index.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import type { ChosenFile } from '../uploads/chosen-file.ts'
import { OtherArticles } from './other-articles.tsx'
import { RecordingList } from './recording-list.tsx'
import { VideoPicker } from './video-picker.tsx'
import styles from './insert-recording.module.css'

/** The recording feature uses this one, so the edit page passes its dialog. */
export type RecorderProps = { onBack: () => void; onClose: () => void; onStart: (capture: Capture) => void }

type InsertRecordingProps = {
  opened: boolean
  /** The time of the play head. */
  at: Ms
  /** The playable recordings of this article. */
  videos: readonly Video[]
  onClose: () => void
  onInsert: (video: Video) => void
  /** Chooses what to record. */
  recorder: ComponentType<RecorderProps>
  onRecord: (capture: Capture) => void
  /** Records with the extension instead; null if it is not connected. */
  onRecordOutside: (() => void) | null
  /** Starts the upload; the recording is inserted once it has arrived. */
  onUpload: (chosen: ChosenFile) => Promise<unknown>
}

type Source = 'file' | 'record' | 'article' | 'other'

/** Inserts another recording at the play head: a file, or a recording of this or another article. */
export function InsertRecording(props: InsertRecordingProps) {
  const { opened, at, videos, recorder: Recorder, onClose, onInsert, onRecord, onRecordOutside, onUpload } = props
  const [source, setSource] = useState<Source>('file')
  const [chosen, setChosen] = useState<Video | null>(null)
  const choice = { chosenId: chosen?.id ?? null, onChoose: setChosen, onInsert }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.insertRecordingAt(timeLabel(at))}
      size={source === 'record' && onRecordOutside === null ? 680 : 560}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <div className={styles.form}>
        <SegmentedControl<Source>
          aria-label={texts.whereTheRecordingComesFrom}
          value={source}
          onChange={(value) => {
            setSource(value)
            setChosen(null)
          }}
          data={[
            { value: 'file', label: texts.uploadAFile },
            { value: 'record', label: texts.record },
            ...(videos.length > 0 ? [{ value: 'article' as const, label: texts.fromThisArticle }] : []),
            { value: 'other', label: texts.fromAnotherArticle },
          ]}
        />
        {source === 'file' ? (
          <>
            <VideoPicker
              autoFocus
              onFile={(file) => {
                onClose()
                onUpload(file).catch(handleError)
              }}
            />
            <p className={styles.hint}>{texts.youCanKeepEditingWhile}</p>
          </>
        ) : source === 'record' && onRecordOutside !== null ? (
          <p className={styles.hint}>{texts.extensionAsksWhatToRecord}</p>
        ) : source === 'record' ? (
          <Recorder
            onBack={() => setSource('file')}
            onClose={onClose}
            onStart={(capture) => {
              onClose()
              onRecord(capture)
            }}
          />
        ) : source === 'other' ? (
          <OtherArticles {...choice} />
        ) : (
          <RecordingList {...choice} videos={videos} />
        )}
        {(source !== 'record' || onRecordOutside !== null) && (
          <DialogFooter>
            <Button onClick={onClose}>{texts.cancel}</Button>
            {source === 'record' && (
              <Button variant="filled" data-autofocus onClick={() => onRecordOutside?.()}>
                {texts.startRecording}
              </Button>
            )}
            {source !== 'record' && source !== 'file' && (
              <Button variant="filled" disabled={!chosen} onClick={() => chosen && onInsert(chosen)}>
                {texts.insert}
              </Button>
            )}
          </DialogFooter>
        )}
      </div>
    </Modal>
  )
}
