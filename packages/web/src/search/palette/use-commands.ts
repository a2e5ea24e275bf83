import type { ComponentType } from 'react'
import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  IconArrowsExchange,
  IconBook,
  IconCalendarEvent,
  IconFilePencil,
  IconFilePlus,
  IconFileText,
  IconHome,
  IconKeyboard,
  IconLink,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
  IconUpload,
  IconUserPlus,
  IconVideo,
  IconVocabulary,
  IconDeviceDesktop,
  IconEdit,
  IconShare,
} from '@tabler/icons-react'
import { openCreateArticle, useOpenArticle } from '../../article/index.ts'
import { otherCompanies, useSwitchCompany } from '../../company/index.ts'
import { copyWithToast } from '../../ui/toast/copy-with-toast.ts'
import { useMe } from '../../user/index.ts'
import { openCreateWorkspace, workspacesQuery } from '../../workspace/index.ts'
import { useRecentArticles } from '../use-recent-articles.ts'
import * as texts from '../texts.ts'

export type Command = {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly detail?: string
  readonly icon: ComponentType
  /** Pressed one after the other. */
  readonly keys?: readonly string[]
  /** The palette stays open. */
  readonly isLasting?: boolean
  /** Listed only for a query: there may be many. */
  readonly isSearched?: boolean
  readonly run: () => void
}

/** Without a query, they are one row below the list. */
export const themes = [
  { scheme: 'auto', name: texts.system, icon: IconDeviceDesktop },
  { scheme: 'light', name: texts.light, icon: IconSun },
  { scheme: 'dark', name: texts.dark, icon: IconMoon },
] as const

/** Everything that the palette can do for this person here, in the order of its groups. */
export function useCommands(openShortcuts: () => void): Command[] {
  const router = useRouter()
  const session = useMe()
  const workspaces = useQuery(workspacesQuery).data?.items ?? []
  const { setColorScheme } = useMantineColorScheme()
  const article = useOpenArticle()
  const recentArticles = useRecentArticles()
  const { switchTo } = useSwitchCompany()
  const user = session?.user
  if (!session || !user) return []
  const goTo = (url: string) => () => router.history.push(url)
  const { abilities } = user

  const recent = recentArticles
    .filter(({ url }) => !location.pathname.startsWith(url))
    .slice(0, 3)
    .map(({ id, title, workspace, url, duration }): Command => {
      const label = title || texts.untitled
      return {
        id: `recent ${id}`,
        group: texts.recent,
        label,
        detail: workspace?.title ?? '',
        icon: duration > 0 ? IconVideo : IconFileText,
        run: goTo(url),
      }
    })
  const thisPage: Command[] = [
    {
      id: 'copy',
      group: texts.thisPage,
      label: texts.copyLinkToThisPage,
      icon: IconLink,
      run: () => void copyWithToast(location.href, { copied: texts.copied, notCopied: texts.notCopied }),
    },
    ...(article?.editUrl
      ? [{ id: 'edit', group: texts.thisPage, label: texts.edit, icon: IconEdit, run: goTo(article.editUrl) }]
      : []),
    ...(article?.share
      ? [{ id: 'share', group: texts.thisPage, label: texts.share, icon: IconShare, run: article.share }]
      : []),
  ]
  const pages: Command[] = [
    { id: 'home', group: texts.goTo, label: texts.home, icon: IconHome, keys: ['G', 'H'], run: goTo('/') },
    {
      id: 'workspaces',
      group: texts.goTo,
      label: texts.workspaces,
      icon: IconVocabulary,
      keys: ['G', 'W'],
      run: goTo('/workspaces'),
    },
    ...(user.personalWorkspaceShortId
      ? [
          {
            id: 'personal',
            group: texts.goTo,
            label: texts.personal,
            icon: IconUser,
            keys: ['G', 'P'],
            run: goTo(`/workspace/${user.personalWorkspaceShortId}`),
          },
        ]
      : []),
    {
      id: 'meetings',
      group: texts.goTo,
      label: texts.meetings,
      icon: IconCalendarEvent,
      keys: ['G', 'M'],
      run: goTo('/meetings'),
    },
    {
      id: 'drafts',
      group: texts.goTo,
      label: texts.drafts,
      icon: IconFilePencil,
      keys: ['G', 'D'],
      run: goTo('/drafts'),
    },
    { id: 'settings', group: texts.goTo, label: texts.settings, icon: IconSettings, run: goTo('/settings') },
    ...workspaces.map((workspace): Command => ({
      id: `workspace ${workspace.id}`,
      group: texts.goTo,
      label: workspace.title,
      detail: texts.workspace,
      icon: IconBook,
      isSearched: true,
      run: goTo(`/workspace/${workspace.shortId}`),
    })),
    ...otherCompanies(session).map(({ id, title }): Command => ({
      id: `company ${id}`,
      group: texts.goTo,
      label: texts.switchTo(title),
      icon: IconArrowsExchange,
      isSearched: true,
      run: () => switchTo(id),
    })),
  ]
  const create: Command[] = [
    ...(abilities.createArticle
      ? [
          {
            id: 'article',
            group: texts.create,
            label: texts.createAnArticle,
            icon: IconFilePlus,
            run: () => openCreateArticle(),
          },
          {
            id: 'record',
            group: texts.create,
            label: texts.startRecording,
            icon: IconVideo,
            run: () => openCreateArticle({ kind: 'recording' }),
          },
          {
            id: 'upload',
            group: texts.create,
            label: texts.uploadVideo,
            icon: IconUpload,
            run: () => openCreateArticle({ kind: 'video' }),
          },
        ]
      : []),
    ...(abilities.createWorkspace
      ? [
          {
            id: 'workspace',
            group: texts.create,
            label: texts.createAWorkspace,
            icon: IconVocabulary,
            run: openCreateWorkspace,
          },
        ]
      : []),
    ...(abilities.manageUsers
      ? [
          {
            id: 'invite',
            group: texts.create,
            label: texts.invitePeople,
            icon: IconUserPlus,
            run: goTo('/settings/users'),
          },
        ]
      : []),
  ]
  const appearance = themes.map(({ scheme, name, icon }): Command => ({
    id: `theme ${scheme}`,
    group: texts.appearance,
    label: texts.theme(name),
    icon,
    isLasting: true,
    isSearched: true,
    run: () => setColorScheme(scheme),
  }))
  const help = {
    id: 'shortcuts',
    group: texts.goTo,
    label: texts.keyboardShortcuts,
    icon: IconKeyboard,
    keys: ['?'],
    run: openShortcuts,
  }
  return [...recent, ...thisPage, ...pages, help, ...create, ...appearance]
}
