import type { KeyboardEvent } from 'react'

/** Left and right arrows wrap around, Home and End go to the ends, as in every tab list. */
export function moveTabFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const here = tabs.findIndex((tab) => tab === document.activeElement)
  const next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: -1 }[event.key]
  if (here === -1 || next === undefined || event.altKey) return
  event.preventDefault()
  tabs.at(next % tabs.length)?.focus()
}
