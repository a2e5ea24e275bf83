import { useEffect, useRef, useState } from 'react'
import { watchSoundLevel } from '@knowreel/recorder/capture/index.ts'
import * as texts from './texts.ts'
import styles from './start-recording.module.css'

const steps = 24

/** How loud a microphone is; written to the element without React. */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const bar = useRef<HTMLSpanElement>(null)
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    return watchSoundLevel(stream, ({ share, isSilent: isNowSilent }) => {
      setSilent(isNowSilent)
      bar.current?.style.setProperty('--level', String(Math.round(share * steps) / steps))
    })
  }, [stream])
  return isSilent ? (
    <p className={styles.silence} role="status">
      {texts.noSoundFromMicrophone}
    </p>
  ) : (
    <span ref={bar} className={styles.level} aria-hidden="true" />
  )
}
