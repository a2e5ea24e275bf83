import { useEffect, useRef, useState } from 'react'
import * as texts from './texts.ts'
import styles from './start-recording.module.css'

const steps = 24
/** Milliseconds without any sound after which the person is told. */
const silenceMs = 3000
const silentLevel = 0.002

/** How loud a microphone is; written to the element without React. */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const bar = useRef<HTMLSpanElement>(null)
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 1024
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let heardAt = performance.now()
    let frame = requestAnimationFrame(function show(now) {
      frame = requestAnimationFrame(show)
      analyser.getFloatTimeDomainData(samples)
      const level = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
      if (level > silentLevel) heardAt = now
      setSilent(now - heardAt > silenceMs)
      // Loudness is perceived logarithmically: -50 dB is empty, -10 dB full.
      const share = Math.min(1, Math.max(0, (20 * Math.log10(level + 1e-6) + 50) / 40))
      bar.current?.style.setProperty('--level', String(Math.round(share * steps) / steps))
    })
    return () => {
      cancelAnimationFrame(frame)
      void context.close()
    }
  }, [stream])
  return isSilent ? (
    <p className={styles.silence} role="status">
      {texts.noSoundFromMicrophone}
    </p>
  ) : (
    <span ref={bar} className={styles.level} aria-hidden="true" />
  )
}
