import { useState } from 'react'
import { captionAt, type Caption } from '@knowreel/shared/transcription/captions.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import styles from './captions.module.css'

const captionsKey = 'knowreel.captions'
const sizeKey = 'knowreel.captions-size'

export const captionSizes = ['small', 'medium', 'large'] as const
export type CaptionSize = (typeof captionSizes)[number]

export type CaptionsSetting = {
  readonly isOn: boolean
  readonly toggle: () => void
  readonly size: CaptionSize
  /** Also shows them. */
  readonly setSize: (size: CaptionSize) => void
  /** Null if there is one language only. Choosing one also shows them. */
  readonly tracks: CaptionTracks | null
}

/** The languages that captions can be shown in; null is the one that was spoken. */
export type CaptionTracks = {
  readonly languages: readonly string[]
  readonly language: string | null
  readonly onChoose: (language: string | null) => void
}

/** The captions over the picture, in article time. */
export type ShownCaptions = { readonly captions: readonly Caption[]; readonly tracks: CaptionTracks | null }

export const noCaptions: ShownCaptions = { captions: [], tracks: null }

/** Whether captions are shown, and how large, is stored in the browser. Null if there are none. */
export function useCaptions({ captions, tracks }: ShownCaptions): CaptionsSetting | null {
  const [isOn, setOn] = useState(() => readSetting(captionsKey) === 'on')
  const [size, setSize] = useState(() => captionSizes.find((one) => one === readSetting(sizeKey)) ?? 'medium')
  if (captions.length === 0 && tracks === null) return null
  const show = (next: boolean) => {
    setOn(next)
    writeSetting(captionsKey, next ? 'on' : 'off')
  }
  return {
    isOn,
    toggle: () => show(!isOn),
    size,
    tracks: tracks && {
      ...tracks,
      onChoose(next) {
        tracks.onChoose(next)
        show(true)
      },
    },
    setSize(next) {
      setSize(next)
      writeSetting(sizeKey, next)
      show(true)
    },
  }
}

type CaptionLineProps = { captions: readonly Caption[]; time: Ms; size: CaptionSize }

/** Over the picture, whichever engine shows it. */
export function CaptionLine({ captions, time, size }: CaptionLineProps) {
  const text = captionAt(captions, time)
  if (text === '') return null
  return (
    <div className={styles.line} dir="auto" data-captions data-size={size}>
      <span>{text}</span>
    </div>
  )
}
