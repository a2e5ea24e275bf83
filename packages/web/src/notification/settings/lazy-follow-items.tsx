import { Suspense } from 'react'
import { Menu } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazyComponent } from '../../ui/lazy-components.tsx'
import * as texts from '../texts.ts'
import type { FollowSubject } from './follow.queries.ts'

const LoadedFollowItems = lazyComponent(() => import('./follow-items.tsx').then((module) => module.FollowItems))

/** Follow and mute, for the menu of an article or a workspace of the person's company. */
export const FollowItems = (followed: FollowSubject) => (
  <Suspense fallback={<DisabledFollowItems />}>
    <LoadedFollowItems {...followed} />
  </Suspense>
)

const DisabledFollowItems = () =>
  [texts.follow, texts.mute].map((word) => (
    <Menu.Item key={word} leftSection={<IconBell />} disabled>
      {word}
    </Menu.Item>
  ))
