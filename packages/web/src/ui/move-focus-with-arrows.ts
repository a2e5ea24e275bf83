import type { KeyboardEvent } from 'react'

/** Moves the focus along a row of buttons with the arrow keys. */
export function moveFocusWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const index = buttons.findIndex((button) => button === document.activeElement)
  buttons[(index + step + buttons.length) % buttons.length]?.focus()
  event.preventDefault()
}
