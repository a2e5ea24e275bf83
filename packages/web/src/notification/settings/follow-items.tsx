import { Menu } from '@mantine/core'
import { IconBell, IconBellOff, IconBellPlus, IconBellX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FollowState } from '@knowreel/shared/notification/notification.calls.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import { followQuery, useFollow, type FollowSubject } from './follow.queries.ts'

const confirmationTexts: Record<NonNullable<FollowState> | 'none', string> = {
  followed: texts.youllBeNotifiedOfAll,
  muted: texts.youllOnlyBeNotifiedOf,
  none: texts.youllBeNotifiedOfActivity,
}

/** Two menu items. While the state is loading they are disabled but keep their space. */
export function FollowItems(followed: FollowSubject) {
  const { data } = useQuery(followQuery(followed))
  const save = useFollow(followed, (next) => showSuccess(confirmationTexts[next ?? 'none']))
  const follow = data?.follow
  const isFollowed = follow === 'followed'
  const isMuted = follow === 'muted'
  return (
    <>
      <Menu.Item
        leftSection={isFollowed ? <IconBellX /> : <IconBellPlus />}
        disabled={follow === undefined}
        onClick={() => save.mutate(isFollowed ? null : 'followed')}
      >
        {isFollowed ? texts.unfollow : texts.follow}
      </Menu.Item>
      <Menu.Item
        leftSection={isMuted ? <IconBell /> : <IconBellOff />}
        disabled={follow === undefined}
        onClick={() => save.mutate(isMuted ? null : 'muted')}
      >
        {isMuted ? texts.unmute : texts.mute}
      </Menu.Item>
    </>
  )
}
