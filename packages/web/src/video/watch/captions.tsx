import { useState } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import { captionAt, type Cue } from './captions.rules.ts'
import styles from './captions.module.css'

const captionsKey = 'knowreel.captions'

export type CaptionsToggle = { readonly isOn: boolean; readonly toggle: () => void }

/** Whether captions are shown is stored in the browser. Null if there are none. */
export function useCaptions(captions: readonly Cue[]): CaptionsToggle | null {
  const [isOn, setOn] = useState(() => readSetting(captionsKey) === 'on')
  if (captions.length === 0) return null
  return {
    isOn,
    toggle() {
      setOn(!isOn)
      writeSetting(captionsKey, isOn ? 'off' : 'on')
    },
  }
}

/** Over the picture, whichever engine shows it. */
export function CaptionLine({ captions, time }: { captions: readonly Cue[]; time: Ms }) {
  const text = captionAt(captions, time)
  if (text === '') return null
  return (
    <div className={styles.line} dir="auto" data-captions>
      <span>{text}</span>
    </div>
  )
}
