import { useState } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { timeLabel } from './timeline/timeline-geometry.ts'
import styles from './resume-notice.module.css'

type ResumeNoticeProps = { from: Ms; hasBegun: boolean; onStartOver: () => void }

/** Says that it goes on where one was, and offers the beginning. Gone as soon as something else is chosen or it plays. */
export function ResumeNotice({ from, hasBegun, onStartOver }: ResumeNoticeProps) {
  const [isGone, setGone] = useState(false)
  if (isGone || hasBegun) return null
  return (
    <div className={styles.notice} role="status">
      <span>
        Continues at <span className="kr-num">{timeLabel(from)}</span>
      </span>
      <button
        type="button"
        onClick={() => {
          setGone(true)
          onStartOver()
        }}
      >
        Start over
      </button>
    </div>
  )
}
