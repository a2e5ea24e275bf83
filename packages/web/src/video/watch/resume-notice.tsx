import { useState } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import styles from './resume-notice.module.css'

type ResumeNoticeProps = { from: Ms; hasStarted: boolean; onStartOver: () => void }

/**
 * Says that playback continues at the stored position, and offers the start. Disappears once something else is chosen
 * or it plays.
 */
export function ResumeNotice({ from, hasStarted, onStartOver }: ResumeNoticeProps) {
  const [isGone, setGone] = useState(false)
  if (isGone || hasStarted) return null
  return (
    <div className={styles.notice} role="status">
      <span>
        {texts.continuesAt}
        <span className="kr-num">{timeLabel(from)}</span>
      </span>
      <button
        type="button"
        onClick={() => {
          setGone(true)
          onStartOver()
        }}
      >
        {texts.startOver}
      </button>
    </div>
  )
}
