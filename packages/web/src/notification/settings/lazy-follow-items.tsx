import { Suspense } from 'react'
import { Menu } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { readToken } from '../../platform/session/session-token.ts'
import { lazyComponent } from '../../ui/lazy-components.tsx'
import * as texts from '../texts.ts'
import type { FollowSubject } from './follow.queries.ts'

const LoadedFollowItems = lazyComponent(() => import('./follow-items.tsx').then((module) => module.FollowItems))

/** Follow and mute, for the menu of an article or a workspace. Guests have no notifications. */
export function FollowItems(followed: FollowSubject) {
  if (readToken() === null) return null
  return (
    <Suspense fallback={<DisabledFollowItems />}>
      <LoadedFollowItems {...followed} />
    </Suspense>
  )
}

const DisabledFollowItems = () =>
  [texts.follow, texts.mute].map((word) => (
    <Menu.Item key={word} leftSection={<IconBell />} disabled>
      {word}
    </Menu.Item>
  ))
