import { Store, useSelector } from '@tanstack/react-store'

const openStore = new Store(false)

export const openNotifications = (): void => openStore.setState(() => true)
export const closeNotifications = (): void => openStore.setState(() => false)
export const toggleNotifications = (): void => openStore.setState((present) => !present)

export const useNotificationsShown = (): boolean => useSelector(openStore)

/** The bell, which receives the focus when the panel closes. */
export const bellId = 'notifications-bell'

export function closeAndFocusBell(): void {
  closeNotifications()
  document.getElementById(bellId)?.focus()
}
