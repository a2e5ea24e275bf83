import { useEffect, useState } from 'react'
import { useSelector } from '@tanstack/react-store'
import { createTextDetection, type FrameSource, type TextDetection } from './text-detection.ts'

/** Detection in the frames of this player, which may not exist yet. Escape quits. */
export function useTextDetection(source: FrameSource | null): TextDetection {
  const [detection] = useState(() => createTextDetection())
  const isOn = useDetectionIsOn(detection)
  useEffect(() => {
    detection.setSource(source)
    return () => detection.setSource(null)
  }, [source, detection])
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isOther(event.target)) return
      event.preventDefault()
      detection.quit()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn, detection])
  return detection
}

/** Escape closes these first. */
const isOther = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null ||
  (target instanceof HTMLInputElement && target.value !== '')

export const useDetectionIsOn = ({ store }: TextDetection): boolean =>
  useSelector(store, ({ phase }) => phase !== 'off')
