import { Menu } from '@mantine/core'
import { IconArchive, IconListTree } from '@tabler/icons-react'
import { AnchoredMenu } from '../../ui/menu/anchored-menu.tsx'
import type { AnchoredMenuControl } from '../../ui/menu/menu-button.tsx'
import * as texts from '../texts.ts'
import { setArchivedShown, useArchivedShown } from '../tree/archived-shown.ts'
import { WorkspaceMenuItems } from '../workspace-menu.tsx'
import type { BrowsedWorkspace } from '../workspace.queries.ts'

export type WorkspacePageMenuProps = { browsed: BrowsedWorkspace; startReorder: (() => void) | null }

export function WorkspacePageMenuList({
  browsed,
  startReorder,
  ...anchored
}: WorkspacePageMenuProps & AnchoredMenuControl) {
  const { workspace, articles } = browsed
  const isArchivedShown = useArchivedShown(workspace.id)
  const hasArchived = articles.some(({ isArchived }) => isArchived)
  return (
    <AnchoredMenu {...anchored}>
      <WorkspaceMenuItems workspace={workspace}>
        {startReorder && (
          <Menu.Item leftSection={<IconListTree />} onClick={startReorder}>
            {texts.reorderArticles}
          </Menu.Item>
        )}
        {(hasArchived || isArchivedShown) && (
          <Menu.Item leftSection={<IconArchive />} onClick={() => setArchivedShown(workspace.id, !isArchivedShown)}>
            {isArchivedShown ? texts.hideArchivedArticles : texts.showArchivedArticles}
          </Menu.Item>
        )}
      </WorkspaceMenuItems>
    </AnchoredMenu>
  )
}
