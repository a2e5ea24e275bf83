import { IconAlertCircle } from '@tabler/icons-react'
import { noSourceMessage, type PlayerFault } from '../player/engine.ts'
import * as texts from '../texts.ts'
import styles from './video-player.module.css'

const reasons = {
  network: texts.connectionLostVideoContinuesWhen,
  source: texts.thisBrowserCouldNotRead,
  decode: texts.partOfRecordingCouldNot,
} as const

type PlayerFaultMessageProps = {
  fault: PlayerFault | null
  /** The file that was to be played, if known. */
  source: string | null
  onRetry: () => void
}

/** The problem, its file and a retry button; shown over the picture. */
export function PlayerFaultMessage({ fault, source, onRetry }: PlayerFaultMessageProps) {
  const isMissing = fault?.message === noSourceMessage
  return (
    <div className={styles.fault} role="alert">
      <IconAlertCircle aria-hidden />
      <p className={styles.faultTitle}>{isMissing ? noSourceMessage : texts.cannotLoadVideo}</p>
      <p>{isMissing ? texts.theFileIsMissingOr : fault && reasons[fault.kind]}</p>
      {source !== null && <p className={styles.faultSource}>{source}</p>}
      <button type="button" onClick={onRetry}>
        {texts.tryAgain}
      </button>
    </div>
  )
}
