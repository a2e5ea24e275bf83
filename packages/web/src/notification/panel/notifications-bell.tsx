import { lazy, Suspense } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { whenIdle } from '../../platform/when-idle.ts'
import { loadWithRetry } from '../../platform/load-with-retry.ts'
import { useNotificationOwner } from '../notification-owner.ts'
import * as texts from '../texts.ts'
import { bellId, toggleNotifications, useNotificationsShown } from './panel-state.ts'

/** The content of the page loads first. */
const loadLiveNotifications = () => whenIdle().then(() => loadWithRetry(() => import('./live-notifications.tsx')))
const UnreadBadge = lazy(() => loadLiveNotifications().then((module) => ({ default: module.UnreadBadge })))
const NotificationAnnouncer = lazy(() =>
  loadLiveNotifications().then((module) => ({ default: module.NotificationAnnouncer })),
)

/** Opens the panel, and shows how many are new. */
export function NotificationsBell({ size = 'md' }: { size?: 'md' | 'xl' }) {
  const owner = useNotificationOwner()
  const isShown = useNotificationsShown()
  return (
    <>
      <ActionIcon
        id={bellId}
        size={size}
        pos="relative"
        style={{ overflow: 'visible' }}
        title={texts.notifications}
        aria-expanded={isShown}
        onClick={toggleNotifications}
      >
        <span className="kr-sr">{texts.notifications}</span>
        <IconBell />
        {owner !== null && (
          <Suspense>
            <UnreadBadge key={owner} owner={owner} max={size === 'xl' ? 9 : 99} />
          </Suspense>
        )}
      </ActionIcon>
      {owner !== null && (
        <Suspense>
          <NotificationAnnouncer key={owner} owner={owner} />
        </Suspense>
      )}
    </>
  )
}
