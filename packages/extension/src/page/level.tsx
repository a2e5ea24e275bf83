import { useEffect, useRef, useState } from 'react'
import { openMicrophone, watchSoundLevel } from '@knowreel/recorder/capture/index.ts'
import * as texts from '../texts.ts'

const steps = 24

/** How loud the chosen microphone is. */
export function Level({ deviceId }: { deviceId: string }) {
  const bar = useRef<HTMLDivElement>(null)
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    let end = () => {}
    let isClosed = false
    openMicrophone(deviceId).then(
      (stream) => {
        const close = () => stream.getTracks().forEach((track) => track.stop())
        if (isClosed) return close()
        const stopWatching = watchSoundLevel(stream, (level) => {
          setSilent(level.isSilent)
          bar.current?.style.setProperty('--level', String(Math.round(level.share * steps) / steps))
        })
        end = () => {
          stopWatching()
          close()
        }
      },
      () => setSilent(true),
    )
    return () => {
      isClosed = true
      end()
    }
  }, [deviceId])
  return isSilent ? (
    <p className="indented failure" role="status">
      {texts.noSound}
    </p>
  ) : (
    <div ref={bar} className="level indented" aria-hidden="true" />
  )
}
