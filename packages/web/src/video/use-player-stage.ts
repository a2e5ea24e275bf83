/** What the stage of a player knows of the screen and of the hands on it: full screen, who is looking, keys. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { commandOf, type PlayerCommand } from './player/player.rules.ts'

/** Controls leave the picture alone after this long without a movement. */
const fadeMs = 2000

export function useFullscreen(stage: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const read = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === stage.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [stage])

  // Phones that give full screen to nothing but their own player: the picture fills the page instead.
  const isOwn = !document.fullscreenEnabled
  useEffect(() => {
    if (!isOwn || !isOn) return
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setOn(false)
    document.addEventListener('keydown', leave)
    document.body.style.overflow = 'hidden'
    return () => {
      document.removeEventListener('keydown', leave)
      document.body.style.overflow = ''
    }
  }, [isOwn, isOn])

  return {
    isOn,
    isOwn,
    toggle: () => {
      if (isOwn) setOn(!isOn)
      else void (isOn ? document.exitFullscreen() : stage.current?.requestFullscreen())?.catch(() => undefined)
    },
  }
}

/** Whether somebody just moved: the controls are shown then. */
export function useFading(isPlaying: boolean) {
  const [isAwake, setAwake] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sleep = () => {
    clearTimeout(timer.current)
    setAwake(false)
  }
  const wake = () => {
    setAwake(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAwake(false), fadeMs)
  }
  useEffect(() => {
    if (!isPlaying) return
    timer.current = setTimeout(() => setAwake(false), fadeMs)
    return () => clearTimeout(timer.current)
  }, [isPlaying])
  return { isAwake, wake, sleep }
}

/** True when something has lasted: what is over at once is not worth a word. */
export function useLasting(isSo: boolean, ms: number): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasted(true), ms)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isSo, ms])
  return isSo && hasLasted
}

/** On the whole page, unless somebody types, is in a dialog or a menu, or on a control that has keys of its own. */
export function usePlayerKeys(run: (command: PlayerCommand) => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      const target = event.target instanceof HTMLElement ? event.target : document.body
      const isTyping =
        target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="tree"]')
      const isPressed = event.key === ' ' && target.closest('button, a, [role="tab"]')
      if (isTyping || isPressed) return
      const command = commandOf({
        key: event.key,
        code: event.code,
        isModified: event.ctrlKey || event.metaKey || event.altKey,
        isShift: event.shiftKey,
      })
      if (command === null) return
      event.preventDefault()
      latest.current(command)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
