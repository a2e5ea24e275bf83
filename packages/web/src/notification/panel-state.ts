import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

function change(next: boolean): void {
  if (isOpen === next) return
  isOpen = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const openNotifications = (): void => change(true)
export const closeNotifications = (): void => change(false)
export const toggleNotifications = (): void => change(!isOpen)

export const useNotificationsShown = (): boolean => useSyncExternalStore(subscribe, () => isOpen)

/** The bell, for who comes back from the panel. */
export const bellId = 'notifications-bell'

export function closeToBell(): void {
  closeNotifications()
  document.getElementById(bellId)?.focus()
}
