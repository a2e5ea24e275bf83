import { Button, Menu } from '@mantine/core'
import { IconFilePlus, IconPlus, IconVocabulary } from '@tabler/icons-react'
import { openCreateArticle } from '../../article/index.ts'
import { useMe } from '../../user/index.ts'
import { openCreateWorkspace } from '../../workspace/index.ts'

type CreateMenuProps = { isOpen: boolean; onChange: (isOpen: boolean) => void }

export function CreateMenu({ isOpen, onChange }: CreateMenuProps) {
  const abilities = useMe()?.user.abilities
  const isAllowed = abilities === undefined || abilities.createArticle || abilities.createWorkspace
  return (
    <Menu opened={isOpen && isAllowed} onChange={onChange}>
      <Menu.Target>
        <Button leftSection={<IconPlus />} disabled={!isAllowed} aria-keyshortcuts="C">
          Create
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  )
}
