import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

/** Milliseconds without focus after which editing ends. */
const blurDelayMs = 100

type EditMode = { isEditing: boolean; onFocus: () => void; onBlur: () => void }

/**
 * Editing lasts as long as the focus is in the box, plus a moment, because clicks inside move the focus briefly. It
 * does not end while a pointer is down: the pressed control would move away.
 */
export function useEditMode(box: RefObject<HTMLElement | null>): EditMode {
  const [isEditing, setEditing] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPressed = useRef(false)

  const end = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!isPressed.current && !box.current?.contains(document.activeElement)) setEditing(false)
    }, blurDelayMs)
  }, [box])

  useEffect(() => {
    const press = () => (isPressed.current = true)
    const release = () => {
      isPressed.current = false
      end()
    }
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    return () => {
      clearTimeout(timer.current)
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
    }
  }, [end])

  const onFocus = useCallback(() => {
    clearTimeout(timer.current)
    setEditing(true)
  }, [])
  return { isEditing, onFocus, onBlur: end }
}
