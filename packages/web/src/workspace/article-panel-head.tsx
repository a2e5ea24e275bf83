import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconArchive, IconChevronDown, IconDots, IconListTree, IconPlus, IconX } from '@tabler/icons-react'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { readToken } from '../platform/session/session-token.ts'
import { closePanelSheet } from '../ui/panel-sheet.ts'
import { useNarrow, usePhone } from '../ui/use-narrow.ts'
import { WorkspaceMark } from '../ui/workspace-mark.tsx'
import { FavoriteStar } from './favorite-star.tsx'
import { setArchivedShown, useArchivedShown } from './tree/archived-shown.ts'
import { WorkspaceMenuItems } from './workspace-menu.tsx'
import type { BrowsedWorkspace } from './workspace.queries.ts'
import styles from './article-panel.module.css'

type ArticlePanelHeadProps = {
  browsed: BrowsedWorkspace
  startReorder: (() => void) | null
  onCreateArticle: (workspace: Workspace) => void
  onChooseWorkspace?: () => void
}

export function ArticlePanelHead({ browsed, startReorder, onCreateArticle, onChooseWorkspace }: ArticlePanelHeadProps) {
  const { workspace } = browsed
  const isNarrow = useNarrow()
  const isPhone = usePhone()
  const isGuest = readToken() === null
  const mayCreate = workspace.abilities.editArticles && !workspace.isArchived
  return (
    <div className={styles.head}>
      <WorkspaceMark id={workspace.id} title={workspace.title} />
      {onChooseWorkspace && !isGuest ? (
        <button
          type="button"
          className={styles.choose}
          aria-label={`${workspace.title}, choose another workspace`}
          onClick={onChooseWorkspace}
        >
          <span className="kr-trunc">{workspace.title}</span>
          <IconChevronDown className="kr-icon-16" />
        </button>
      ) : (
        <span className={styles.title}>{workspace.title}</span>
      )}
      {!isGuest && workspace.visibility !== 'personal' && !isPhone && <FavoriteStar workspace={workspace} />}
      {mayCreate && !isPhone && (
        <Tooltip label="Create an article">
          <ActionIcon aria-label="Create an article" onClick={() => onCreateArticle(workspace)}>
            <IconPlus />
          </ActionIcon>
        </Tooltip>
      )}
      <WorkspacePageMenu browsed={browsed} startReorder={startReorder} />
      {isNarrow && (
        <ActionIcon aria-label="Close" onClick={closePanelSheet}>
          <IconX />
        </ActionIcon>
      )}
    </div>
  )
}

type WorkspacePageMenuProps = { browsed: BrowsedWorkspace; startReorder: (() => void) | null }

/** What can be done with a workspace and with the tree of its articles. */
export function WorkspacePageMenu({ browsed: { workspace, articles }, startReorder }: WorkspacePageMenuProps) {
  const isArchivedShown = useArchivedShown(workspace.id)
  const hasArchived = articles.some(({ isArchived }) => isArchived)
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${workspace.title}`}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <WorkspaceMenuItems workspace={workspace}>
          {startReorder && (
            <Menu.Item leftSection={<IconListTree />} onClick={startReorder}>
              Reorder articles
            </Menu.Item>
          )}
          {(hasArchived || isArchivedShown) && (
            <Menu.Item leftSection={<IconArchive />} onClick={() => setArchivedShown(workspace.id, !isArchivedShown)}>
              {isArchivedShown ? 'Hide archived articles' : 'Show archived articles'}
            </Menu.Item>
          )}
        </WorkspaceMenuItems>
      </Menu.Dropdown>
    </Menu>
  )
}
