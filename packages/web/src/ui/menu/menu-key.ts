import type { KeyboardEvent } from 'react'

/**
 * Returns whether the key opens the menu of the focused element: the menu key, or Shift+F10. Stops its event then,
 * because the open menu would take the rest of it for a key pressed outside, and close.
 */
export function consumeMenuKey(event: KeyboardEvent): boolean {
  const isPressed = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
  if (isPressed) event.stopPropagation()
  return isPressed
}
