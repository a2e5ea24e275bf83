import { Menu } from '@mantine/core'
import { IconFilePlus, IconPencil, IconUserPlus, IconVocabulary } from '@tabler/icons-react'
import { openCreateArticle } from '../../article/index.ts'
import { openCreateUser } from '../../company-user/index.ts'
import { useMe } from '../../user/index.ts'
import { openCreateWorkspace } from '../../workspace/index.ts'
import { AnchoredMenu } from '../../ui/menu/anchored-menu.tsx'
import type { AnchoredMenuControl } from '../../ui/menu/menu-button.tsx'
import * as texts from '../texts.ts'
import { shownWorkspaceId } from './shown-workspace.ts'

export function CreateMenuList(anchored: AnchoredMenuControl) {
  const abilities = useMe()?.user.abilities
  return (
    <AnchoredMenu {...anchored}>
      <Menu.Item
        leftSection={<IconPencil />}
        disabled={abilities?.createArticle === false}
        onClick={() => openCreateArticle({ kind: 'untitled', workspaceId: shownWorkspaceId() })}
      >
        {texts.writeAnArticle}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFilePlus />}
        disabled={abilities?.createArticle === false}
        onClick={() => openCreateArticle({ workspaceId: shownWorkspaceId() })}
      >
        {texts.createAnArticle}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconVocabulary />}
        disabled={abilities?.createWorkspace === false}
        onClick={openCreateWorkspace}
      >
        {texts.createAWorkspace}
      </Menu.Item>
      {abilities?.manageUsers && abilities.createWorkspace && (
        <Menu.Item leftSection={<IconUserPlus />} onClick={openCreateUser}>
          {texts.createAUser}
        </Menu.Item>
      )}
    </AnchoredMenu>
  )
}
