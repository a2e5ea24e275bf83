import { Progress } from '@mantine/core'
import * as texts from './texts.ts'
import { uploadText, type UploadItem } from './upload-item.ts'
import styles from './upload-progress.module.css'

/** Progress bar and status of one upload; the percentage is at the right of the text. */
export function UploadProgress({ item, note }: { item: UploadItem; note?: string }) {
  const { phase, percent } = item.state
  const isFailed = phase === 'failed' || item.fileError !== null
  const isOver = phase === 'finished' || phase === 'cancelled' || phase === 'failed'
  return (
    <>
      {!isOver && (
        <Progress
          value={percent}
          size={4}
          aria-label={texts.uploadOfItemName(item.name)}
          color={phase === 'paused' || item.blocker !== null ? 'var(--text-3)' : 'var(--accent)'}
          className={styles.bar}
        />
      )}
      <span className={styles.line} data-failed={isFailed || undefined}>
        <span className={styles.words} role={isFailed ? 'alert' : undefined}>
          {uploadText(item)}
          {note && !isFailed ? `. ${note}` : ''}
        </span>
        {!isOver && <span className={styles.percent}>{percent} %</span>}
      </span>
    </>
  )
}
