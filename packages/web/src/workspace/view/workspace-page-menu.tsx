import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { lazyWhenIdle } from '../../ui/lazy-components.tsx'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import * as texts from '../texts.ts'
import type { WorkspacePageMenuProps } from './workspace-page-menu-list.tsx'

const WorkspacePageMenuList = lazyWhenIdle(() =>
  import('./workspace-page-menu-list.tsx').then((module) => module.WorkspacePageMenuList),
)

/** The actions of a workspace and of its article tree. */
export function WorkspacePageMenu(props: WorkspacePageMenuProps) {
  return (
    <MenuButton menu={(anchored) => <WorkspacePageMenuList {...props} {...anchored} />}>
      <ActionIcon aria-label={texts.actionsForTitle(props.browsed.workspace.title)}>
        <IconDots />
      </ActionIcon>
    </MenuButton>
  )
}
