import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMe } from '../../user/index.ts'
import { later } from '../../ui/later.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'

const CreateMenuList = later(() => import('./create-menu-list.tsx').then((module) => module.CreateMenuList))

type CreateMenuProps = { isOpen: boolean; onChange: (isOpen: boolean) => void }

export function CreateMenu({ isOpen, onChange }: CreateMenuProps) {
  const abilities = useMe()?.user.abilities
  const isAllowed = abilities === undefined || abilities.createArticle || abilities.createWorkspace
  return (
    <MenuButton isOpen={isOpen && isAllowed} onChange={onChange} menu={(anchored) => <CreateMenuList {...anchored} />}>
      <Button leftSection={<IconPlus />} disabled={!isAllowed} aria-keyshortcuts="C">
        Create
      </Button>
    </MenuButton>
  )
}
