import { useRef, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ActionIcon, Button } from '@mantine/core'
import { IconLayoutList, IconPlus, IconX } from '@tabler/icons-react'
import type { WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { useListKeys } from '../../ui/list/use-list-keys.ts'
import { useMe } from '../../user/index.ts'
import { Tooltip } from '../../ui/menu/tooltip.tsx'
import { openCreateWorkspace } from '../workspace.dialogs.ts'
import { arrangeSidebar, moveInSidebar, readSidebarOrder, writeSidebarOrder } from './sidebar-order.ts'
import { SidebarList } from './sidebar-list.tsx'
import { listedWorkspaces } from '../list/workspace-list.ts'
import * as texts from '../texts.ts'
import { workspacesQuery } from '../workspace.queries.ts'
import styles from './workspace-sidebar.module.css'

type WorkspaceSidebarProps = {
  /** The open workspace, by its long id. */
  currentId?: string
  /** Shows a close button. */
  onClose?: () => void
}

/** My workspaces, favourites first. Fills a column, for example a SecondSidebar. */
export function WorkspaceSidebar({ currentId, onClose }: WorkspaceSidebarProps) {
  const list = useQuery(workspacesQuery)
  const me = useMe()
  const mayCreate = me?.user.abilities.createWorkspace ?? false
  return (
    <div className={styles.sidebar}>
      <div className={styles.head}>
        <h2 className={styles.title}>{texts.workspaces}</h2>
        {mayCreate && (
          <Tooltip label={texts.createAWorkspace}>
            <ActionIcon aria-label={texts.createAWorkspace} onClick={openCreateWorkspace}>
              <IconPlus />
            </ActionIcon>
          </Tooltip>
        )}
        {onClose && (
          <ActionIcon aria-label={texts.closeTheListOfWorkspaces} onClick={onClose}>
            <IconX />
          </ActionIcon>
        )}
      </div>
      {list.data && me ? (
        <OrderedWorkspaces key={me.user.id} userId={me.user.id} workspaces={list.data.items} currentId={currentId} />
      ) : list.isError ? (
        <LoadError text={texts.canNotLoadWorkspaces} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : (
        <div className={styles.list}>
          <ListSkeleton rows={8} label={texts.loadingWorkspaces} />
        </div>
      )}
      <Link to="/workspaces" className={styles.all}>
        <IconLayoutList />
        {texts.showAllWorkspaces}
      </Link>
    </div>
  )
}

type OrderedWorkspacesProps = { userId: string; workspaces: readonly WorkspaceSummary[]; currentId?: string }

function OrderedWorkspaces({ userId, workspaces, currentId }: OrderedWorkspacesProps): ReactNode {
  const [saved, setSaved] = useState(() => readSidebarOrder(userId))
  const [said, setSaid] = useState('')
  const lists = useRef<HTMLElement>(null)
  useListKeys(lists)
  const mine = listedWorkspaces(workspaces).filter(({ isArchived }) => !isArchived)
  const { favorites, others } = arrangeSidebar(mine, saved)

  if (mine.length === 0) {
    return (
      <EmptyState drawing="workspaces" text={texts.youDontHaveAnyWorkspaces}>
        <Button leftSection={<IconPlus />} onClick={openCreateWorkspace}>
          {texts.createAWorkspace}
        </Button>
      </EmptyState>
    )
  }

  const move = (id: string, index: number) => {
    const newIndex = Math.max(0, Math.min(index, others.length - 1))
    const next = moveInSidebar(
      others.map((workspace) => workspace.id),
      saved,
      id,
      newIndex,
    )
    setSaved(next)
    writeSidebarOrder(userId, next)
    const moved = others.find((workspace) => workspace.id === id)
    setSaid(texts.movedTitlePositionOfOtherCount(moved?.title ?? '', newIndex + 1, others.length))
  }

  return (
    <nav ref={lists} aria-label={texts.workspaces} className={styles.list}>
      {favorites.length > 0 && <SidebarList label={texts.favourites} workspaces={favorites} currentId={currentId} />}
      {others.length > 0 && (
        <SidebarList
          label={favorites.length > 0 ? texts.allOthers : texts.allWorkspaces}
          isLabelHidden={favorites.length === 0}
          workspaces={others}
          currentId={currentId}
          onMove={move}
        />
      )}
      <span className="kr-sr" role="status" aria-live="assertive">
        {said}
      </span>
    </nav>
  )
}
