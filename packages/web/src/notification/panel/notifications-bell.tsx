import { lazy, Suspense } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { whenIdle } from '../../platform/when-idle.ts'
import { untilLoaded } from '../../platform/until-loaded.ts'
import { useOwner } from '../owner.ts'
import * as texts from '../texts.ts'
import { bellId, toggleNotifications, useNotificationsShown } from './panel-state.ts'

/** The content of the page loads first. */
const loadLiveUpdates = () => whenIdle().then(() => untilLoaded(() => import('./live-updates.tsx')))
const NewCount = lazy(() => loadLiveUpdates().then((module) => ({ default: module.NewCount })))
const Arrivals = lazy(() => loadLiveUpdates().then((module) => ({ default: module.Arrivals })))

/** Opens the panel, and shows how many are new. */
export function NotificationsBell({ size = 'md' }: { size?: 'md' | 'xl' }) {
  const owner = useOwner()
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
            <NewCount key={owner} owner={owner} most={size === 'xl' ? 9 : 99} />
          </Suspense>
        )}
      </ActionIcon>
      {owner !== null && (
        <Suspense>
          <Arrivals key={owner} owner={owner} />
        </Suspense>
      )}
    </>
  )
}
