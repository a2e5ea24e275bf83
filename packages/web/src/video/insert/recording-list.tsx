import { IconVideo } from '@tabler/icons-react'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import styles from './insert-recording.module.css'

export type RecordingListProps = {
  videos: readonly Video[]
  chosenId: string | null
  onChoose: (video: Video) => void
  onInsert: (video: Video) => void
}

/** The recordings of one article; a double click inserts. */
export function RecordingList({ videos, chosenId, onChoose, onInsert }: RecordingListProps) {
  return (
    <ul className={styles.list} aria-label={texts.recordings(videos.length)}>
      {videos.map((video, index) => (
        <li key={video.id}>
          <button
            type="button"
            className={styles.choice}
            aria-pressed={video.id === chosenId}
            onClick={() => onChoose(video)}
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
  )
}
