import { Store, useSelector } from '@tanstack/react-store'

const isOpen = new Store(false)

export const openNotifications = (): void => isOpen.setState(() => true)
export const closeNotifications = (): void => isOpen.setState(() => false)
export const toggleNotifications = (): void => isOpen.setState((present) => !present)

export const useNotificationsShown = (): boolean => useSelector(isOpen)

/** The bell, which receives the focus when the panel closes. */
export const bellId = 'notifications-bell'

export function closeToBell(): void {
  closeNotifications()
  document.getElementById(bellId)?.focus()
}
