import { Menu } from '@mantine/core'
import { IconFilePlus, IconVocabulary } from '@tabler/icons-react'
import { openCreateArticle } from '../../article/index.ts'
import { useMe } from '../../user/index.ts'
import { openCreateWorkspace } from '../../workspace/index.ts'
import { AnchoredMenu } from '../../ui/menu/anchored-menu.tsx'
import type { Anchored } from '../../ui/menu/menu-button.tsx'

export function CreateMenuList(anchored: Anchored) {
  const abilities = useMe()?.user.abilities
  return (
    <AnchoredMenu {...anchored}>
      <Menu.Item
        leftSection={<IconFilePlus />}
        disabled={abilities?.createArticle === false}
        onClick={() => openCreateArticle()}
      >
        Create an article
      </Menu.Item>
      <Menu.Item
        leftSection={<IconVocabulary />}
        disabled={abilities?.createWorkspace === false}
        onClick={openCreateWorkspace}
      >
        Create a workspace
      </Menu.Item>
    </AnchoredMenu>
  )
}
