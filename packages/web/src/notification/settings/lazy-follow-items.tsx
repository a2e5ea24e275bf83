import { Suspense } from 'react'
import { Menu } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { readToken } from '../../platform/session/session-token.ts'
import { lazyPart } from '../../ui/later.tsx'
import * as texts from '../texts.ts'
import type { Followed } from './follow.queries.ts'

const Loaded = lazyPart(() => import('./follow-items.tsx').then((module) => module.FollowItems))

/** Follow and mute, for the menu of an article or a workspace. Guests have no notifications. */
export function FollowItems(followed: Followed) {
  if (readToken() === null) return null
  return (
    <Suspense fallback={<Waiting />}>
      <Loaded {...followed} />
    </Suspense>
  )
}

const Waiting = () =>
  [texts.follow, texts.mute].map((word) => (
    <Menu.Item key={word} leftSection={<IconBell />} disabled>
      {word}
    </Menu.Item>
  ))
