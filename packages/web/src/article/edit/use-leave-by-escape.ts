/**
 * Escape leaves the notes editor unless something else uses the key. The capture phase decides, because many menus close
 * without preventing the default.
 */
import { useEffect, useEffectEvent } from 'react'

/** What Escape closes, wherever the focus is. */
const openParts = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="tooltip"]'
/** Parts of the page with a use of their own for Escape while they have the focus. */
const ownKeys = 'input, textarea, select, aside, [data-note-bar], [aria-expanded="true"], [role="search"]'
/** Blocks, cells and pictures selected as a whole, which have tools of their own. */
const selectedParts = '.ProseMirror-selectednode, .selectedCell'

export function useLeaveByEscape(isEnabled: boolean, leave: () => void): void {
  const onLeave = useEffectEvent(leave)
  useEffect(() => {
    if (!isEnabled) return
    let isFree = false
    const checkIsFree = (event: KeyboardEvent) => {
      isFree = isPlainEscape(event) && !isKeyUsed(event.target)
    }
    const press = (event: KeyboardEvent) => {
      if (!isFree || event.defaultPrevented) return
      event.preventDefault()
      onLeave()
    }
    addEventListener('keydown', checkIsFree, { capture: true })
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', checkIsFree, { capture: true })
      removeEventListener('keydown', press)
    }
  }, [isEnabled])
}

const isPlainEscape = ({ key, isComposing, repeat, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key === 'Escape' && !isComposing && !repeat && !ctrlKey && !metaKey && !altKey && !shiftKey

function isKeyUsed(target: EventTarget | null): boolean {
  const focused = target instanceof Element ? target : document.body
  if (focused.closest(ownKeys)) return true
  // Another text that is written: a comment, a message to the assistant.
  const text = focused.closest('[contenteditable="true"]')
  if (text && !text.closest('.note-editor')) return true
  if (document.querySelector(selectedParts) || getSelection()?.isCollapsed === false) return true
  return [...document.querySelectorAll(openParts)].some((part) => part.checkVisibility({ visibilityProperty: true }))
}
