/** State of the player's stage: fullscreen, pointer activity and keys. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import { hasJustLeftEditor } from '../../ui/left-editor.ts'
import { commandForKey, type PlayerCommand } from '../player/player.rules.ts'

/** The controls fade out after this long without movement. */
const fadeMs = 2000

export function useFullscreen(stage: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const read = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === stage.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [stage])

  // Some phones allow fullscreen only for their own player; there the picture fills the page instead.
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

const theatreKey = 'knowreel.theatre'

export type TheatreMode = { readonly isOn: boolean; readonly toggle: () => void }

/** The picture over the whole width instead of beside the paragraphs; stored in the browser. */
export function useTheatreMode(): TheatreMode {
  const [isOn, setOn] = useState(() => readSetting(theatreKey) === '1')
  return {
    isOn,
    toggle() {
      setOn(!isOn)
      writeSetting(theatreKey, isOn ? '0' : '1')
    },
  }
}

/** Whether there was recent activity; the controls are visible then. */
export function useAutoHide(isPlaying: boolean) {
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

/** True once a state has lasted for `ms`; shorter states are not worth showing. */
export function useHasLasted(isSo: boolean, ms: number): boolean {
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

/** Active on the whole page, except while typing, in a dialog or menu, or on a control with keys of its own. */
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
        target.isContentEditable || target.closest('input, textarea, select, [role=menu], [role=tree], [role=dialog]')
      const isPressed = event.key === ' ' && target.closest('button, a, [role="tab"]')
      if (isTyping || isPressed || hasJustLeftEditor(event)) return
      const command = commandForKey({
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
