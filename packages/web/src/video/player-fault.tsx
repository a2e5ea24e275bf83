import { IconAlertCircle } from '@tabler/icons-react'
import { noSource, type PlayerFault } from './player/engine.ts'
import styles from './video-player.module.css'

const reasons = {
  network: 'The connection was lost. The video goes on when it is back.',
  source: 'The file could not be read by this browser.',
  decode: 'A part of the recording could not be read.',
} as const

type PlayerFaultProps = {
  fault: PlayerFault | null
  /** The file that was to be played, as far as it is known. */
  source: string | null
  onRetry: () => void
}

/** What happened, with which file, and a way to try again; over the picture. */
export function FaultShown({ fault, source, onRetry }: PlayerFaultProps) {
  const isMissing = fault?.message === noSource
  return (
    <div className={styles.fault} role="alert">
      <IconAlertCircle aria-hidden />
      <p className={styles.faultTitle}>{isMissing ? noSource : 'Cannot load video'}</p>
      <p>{isMissing ? 'Its file is not there, or not ready yet.' : fault && reasons[fault.kind]}</p>
      {source !== null && <p className={styles.faultSource}>{source}</p>}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
