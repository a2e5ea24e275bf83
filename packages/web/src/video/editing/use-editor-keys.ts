import { useEffect } from 'react'
import type { TextDetection } from '../../screen-text/index.ts'
import { hasJustLeftEditor } from '../../ui/left-editor.ts'
import { holdNavigationKeys } from '../../ui/navigation-keys.ts'
import { usePageShortcuts } from '../../ui/shortcuts/page-shortcuts.ts'
import { commandForKey, stepSpeed, stepVolume, toggleMute, type PlayerCommand } from '../player/player.rules.ts'
import type { ReactionPickerState } from '../reactions/use-reaction-picker.ts'
import type { EditorCommands } from './editor-commands.ts'
import type { PlayHeadController } from './play-head-controller.ts'
import { useLatest, type TimelineScene } from './timeline-scene.ts'
import type { VideoEditorController } from './video-editor-controller.ts'

const frameMs = 34
const loadShortcuts = () => import('./editor-shortcuts.ts').then(({ editorShortcuts }) => editorShortcuts)

/**
 * The keys of the player and the editor. Ignored while typing, in a dialog or menu, and on elements with keys of their
 * own.
 */
export function useEditorKeys(
  scene: TimelineScene,
  controller: VideoEditorController,
  commands: EditorCommands,
  playHead: PlayHeadController,
  reactionPicker: ReactionPickerState | null,
  detection: TextDetection,
): void {
  usePageShortcuts(loadShortcuts)
  const latest = useLatest({ controller, commands, reactionPicker, detection })
  useEffect(() => {
    const runPlayer = (command: PlayerCommand): boolean => {
      const { playback, duration } = latest.current.controller
      const time = scene.head.read()
      switch (command.type) {
        case 'toggle':
          latest.current.commands.togglePlay()
          return true
        case 'mute':
          playback.changeVolume(toggleMute(playback.volume))
          return true
        case 'seekBy':
          playHead.seek(time + command.by)
          return true
        case 'seekTo':
          playHead.seek(command.share * duration)
          return true
        case 'frame':
          playHead.seek(time + command.by * frameMs)
          return true
        case 'speed':
          playback.changeSpeed(stepSpeed(playback.speed, command.by))
          return true
        case 'volume':
          playback.changeVolume(stepVolume(playback.volume, command.by))
          return true
        case 'paragraph':
          latest.current.commands.skipParagraph(command.by)
          return true
        case 'react':
          latest.current.reactionPicker?.setPicking(true)
          return latest.current.reactionPicker !== null
        case 'comment':
          latest.current.reactionPicker?.comment()
          return latest.current.reactionPicker !== null
        case 'detectText':
          latest.current.detection.toggle()
          return true
        // The edit page has no fullscreen picture without its tools.
        case 'fullscreen':
        case 'theatre':
        case 'pictureInPicture':
        case 'captions':
        case 'shortcuts':
          return false
      }
    }
    const runEditor = (event: KeyboardEvent): boolean => {
      const run = latest.current.commands
      if (event.ctrlKey || event.metaKey || event.altKey) return false
      if (event.code === 'KeyP' && !event.shiftKey) run.split()
      else if (event.code === 'KeyT' && !event.shiftKey) run.toggleTrim()
      else if (event.key === '+' || event.key === '=') run.zoom(1)
      else if (event.key === '-' || event.key === '_') run.zoom(-1)
      else return false
      return true
    }
    const press = (event: KeyboardEvent) => {
      const target = targetOf(event)
      if (target === null) return
      const isOwnKey =
        target.closest('input[type="range"], [role="slider"], [role="tree"]') !== null && navigationKeys.test(event.key)
      const isPressed = event.key === ' ' && target.closest('button, a, [role="tab"]') !== null
      if (isOwnKey || isPressed || hasJustLeftEditor(event)) return
      if (runEditor(event)) {
        holdNavigationKeys()
        return event.preventDefault()
      }
      const command = commandForKey({
        key: event.key,
        code: event.code,
        isModified: event.ctrlKey || event.metaKey || event.altKey,
        isShift: event.shiftKey,
      })
      if (command !== null && runPlayer(command)) event.preventDefault()
    }
    /**
     * While something is trimmed, before the elements that use these keys otherwise: Enter chooses in a tree, Escape
     * closes the hint of the button under the pointer.
     */
    const pressFirst = (event: KeyboardEvent) => {
      if ((event.key !== 'Enter' && event.key !== 'Escape') || latest.current.controller.trim === null) return
      const target = targetOf(event)
      const others =
        event.key === 'Enter' ? 'button, a' : '[role="dialog"], [aria-expanded="true"]:not([role="treeitem"])'
      if (target === null || target.closest(others) !== null) return
      event.preventDefault()
      event.stopPropagation()
      holdNavigationKeys()
      if (event.key === 'Enter') latest.current.commands.applyTrim()
      else latest.current.commands.cancelTrim()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('keydown', pressFirst, { capture: true })
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('keydown', pressFirst, { capture: true })
    }
  }, [scene, playHead, latest])
}

/** Where the key was pressed; null if it is not meant for the editor. */
function targetOf(event: KeyboardEvent): HTMLElement | null {
  if (event.defaultPrevented || document.querySelector('[role="dialog"][aria-modal="true"]')) return null
  const target = event.target instanceof HTMLElement ? event.target : document.body
  const isTyping =
    target.isContentEditable ||
    target.closest('input:not([type="range"]), textarea, select, [role="menu"], [role="dialog"]') !== null
  return isTyping ? null : target
}

/** Sliders and trees handle these keys themselves. */
const navigationKeys = /^(Arrow|Home|End|Page)/
