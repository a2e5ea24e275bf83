import { useEffect } from 'react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { removeSearchParameter } from '../../ui/page/remove-search-parameter.ts'
import { useCloseOnNavigation } from '../../ui/page/use-close-on-navigation.ts'
import { lazyWhenIdle } from '../../ui/lazy-components.tsx'
import { useNotificationOwner } from '../notification-owner.ts'
import { closeNotifications, openNotifications, useNotificationsShown } from './panel-state.ts'

const NotificationsPanel = lazyWhenIdle(() =>
  import('./notifications-panel.tsx').then((module) => module.NotificationsPanel),
)

/** Mounts the notifications panel over every page. It closes when the user navigates to another page. */
export function NotificationsSide() {
  const owner = useNotificationOwner()
  const isShown = useNotificationsShown()
  useCloseOnNavigation(closeNotifications)
  useRequestedOpen()
  if (!isShown || owner === null) return null
  return <NotificationsPanel key={owner} owner={owner} />
}

/** A URL may open the panel, as those in emails do; the parameter is then removed, so that it works once. */
function useRequestedOpen(): void {
  const router = useRouter()
  const isAsked = useLocation({ select: ({ search }) => 'notifications' in search })
  useEffect(() => {
    if (!isAsked) return
    openNotifications()
    removeSearchParameter(router, 'notifications')
  }, [isAsked, router])
}
