import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { later } from '../ui/later.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import type { WorkspacePageMenuProps } from './workspace-page-menu-list.tsx'

const WorkspacePageMenuList = later(() =>
  import('./workspace-page-menu-list.tsx').then((module) => module.WorkspacePageMenuList),
)

/** What can be done with a workspace and with the tree of its articles. */
export function WorkspacePageMenu(props: WorkspacePageMenuProps) {
  return (
    <MenuButton menu={(anchored) => <WorkspacePageMenuList {...props} {...anchored} />}>
      <ActionIcon aria-label={`Actions for ${props.browsed.workspace.title}`}>
        <IconDots />
      </ActionIcon>
    </MenuButton>
  )
}
