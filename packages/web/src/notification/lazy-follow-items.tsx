import { lazy, Suspense } from 'react'
import { Menu } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { readToken } from '../platform/session/session-token.ts'
import { untilLoaded } from '../platform/until-loaded.ts'
import type { Followed } from './follow.queries.ts'

const Loaded = lazy(() =>
  untilLoaded(() => import('./follow-items.tsx')).then((module) => ({ default: module.FollowItems })),
)

/** Follow and mute, for the menu of an article or a workspace. Guests are told of nothing. */
export function FollowItems(followed: Followed) {
  if (readToken() === null) return null
  return (
    <Suspense fallback={<Waiting />}>
      <Loaded {...followed} />
    </Suspense>
  )
}

const Waiting = () =>
  ['Follow', 'Mute'].map((word) => (
    <Menu.Item key={word} leftSection={<IconBell />} disabled>
      {word}
    </Menu.Item>
  ))
