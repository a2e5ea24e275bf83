import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconVideo, IconX } from '@tabler/icons-react'
import { uploadMessages, type UploadState } from '@knowreel/recorder/upload/index.ts'
import type { VideoUpload } from './use-video-upload.ts'
import styles from './upload-card.module.css'

/** The file that travels, how far it is, and what can be done about it. */
export function UploadCard({ upload: { file, state, drop, retry } }: { upload: VideoUpload }) {
  if (file === null) return null
  const isFailed = state?.phase === 'failed'
  return (
    <div className={styles.card} data-failed={isFailed || undefined}>
      <span className={styles.picture}>
        <IconVideo />
      </span>
      <span className={styles.body}>
        <span className={styles.name} title={file.name}>
          {file.name}
        </span>
        {!isFailed && (
          <Progress
            value={state?.percent ?? 0}
            size={4}
            aria-label="Upload"
            color="var(--accent)"
            className={styles.bar}
          />
        )}
        <span className={styles.text} role={isFailed ? 'alert' : 'status'}>
          {wordsOf(state, file.size)}
        </span>
      </span>
      {isFailed && state.canRetry && (
        <Button variant="subtle" onClick={retry}>
          Retry
        </Button>
      )}
      <ActionIcon aria-label="Choose another file" onClick={drop}>
        <IconX />
      </ActionIcon>
    </div>
  )
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)

function wordsOf(state: UploadState | null, size: number): string {
  switch (state?.phase) {
    case 'failed':
    case 'waiting':
      return state.message ?? 'Connecting again …'
    case 'accepting':
    case 'processing':
      return `Preparing the video, ${state.percent} %`
    case 'finished':
      return `${megabytes(size)} MB, ready`
    case 'cancelled':
      return uploadMessages.failed
    case 'uploading':
    case 'idle':
    case undefined:
      return `${megabytes(state?.sent ?? 0)} of ${megabytes(size)} MB`
  }
}
