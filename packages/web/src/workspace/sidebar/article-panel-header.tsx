import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { readToken } from '../../platform/session/session-token.ts'
import { closePanelSheet } from '../../ui/dialog/panel-sheet.ts'
import { Tooltip } from '../../ui/menu/tooltip.tsx'
import { useNarrow, usePhone } from '../../ui/use-breakpoints.ts'
import { WorkspaceAvatar } from '../../ui/identity/workspace-avatar.tsx'
import { FavoriteStar } from '../favorite-star.tsx'
import * as texts from '../texts.ts'
import { WorkspacePageMenu } from '../view/workspace-page-menu.tsx'
import type { BrowsedWorkspace } from '../workspace.queries.ts'
import styles from './article-panel.module.css'

type ArticlePanelHeaderProps = {
  browsed: BrowsedWorkspace
  startReorder: (() => void) | null
  onCreateArticle: (workspace: Workspace) => void
  onChooseWorkspace?: () => void
}

export function ArticlePanelHeader({
  browsed,
  startReorder,
  onCreateArticle,
  onChooseWorkspace,
}: ArticlePanelHeaderProps) {
  const { workspace } = browsed
  const isNarrow = useNarrow()
  const isPhone = usePhone()
  const isGuest = readToken() === null
  const mayCreate = workspace.abilities.editArticles && !workspace.isArchived
  return (
    <div className={styles.head}>
      <WorkspaceAvatar id={workspace.id} title={workspace.title} />
      {onChooseWorkspace && !isGuest ? (
        <button
          type="button"
          className={styles.choose}
          aria-label={texts.workspaceTitleChooseAnotherWorkspace(workspace.title)}
          onClick={onChooseWorkspace}
        >
          <span className="kr-trunc">{workspace.title}</span>
          <IconChevronDown className="kr-icon-16" />
        </button>
      ) : (
        <span className={styles.title}>{workspace.title}</span>
      )}
      {workspace.role !== null && workspace.visibility !== 'personal' && !isPhone && (
        <FavoriteStar workspace={workspace} />
      )}
      {mayCreate && !isPhone && (
        <Tooltip label={texts.createAnArticle}>
          <ActionIcon aria-label={texts.createAnArticle} onClick={() => onCreateArticle(workspace)}>
            <IconPlus />
          </ActionIcon>
        </Tooltip>
      )}
      <WorkspacePageMenu browsed={browsed} startReorder={startReorder} />
      {isNarrow && (
        <ActionIcon aria-label={texts.close} onClick={closePanelSheet}>
          <IconX />
        </ActionIcon>
      )}
    </div>
  )
}
