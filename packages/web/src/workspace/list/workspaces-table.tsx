import type { MouseEvent } from 'react'
import { Link, useRouter } from '@tanstack/react-router'
import type { WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'
import { Chip } from '../../ui/chip.tsx'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import type { Sort } from '../../ui/list/list-sort.ts'
import { PersonCell } from '../../ui/identity/person-avatar.tsx'
import { formatDate } from '../../ui/time-format.ts'
import { WorkspaceAvatar } from '../../ui/identity/workspace-avatar.tsx'
import { FavoriteStar } from '../favorite-star.tsx'
import { VisibilityLabel, visibilityInfo } from '../visibility-label.tsx'
import * as texts from '../texts.ts'
import type { SortColumn } from './workspace-list-search.ts'
import { WorkspaceMenuItems } from '../workspace-menu.tsx'
import cells from '../../ui/list/subject-cell.module.css'
import styles from './workspaces-table.module.css'

const workspacePath = '/b/$workspaceId/{-$workspaceSlug}'
const workspaceParams = ({ shortId, slug }: WorkspaceSummary) => ({ workspaceId: shortId, workspaceSlug: slug })

const columns: Column<WorkspaceSummary, SortColumn>[] = [
  {
    name: 'title',
    title: texts.workspace,
    isSortable: true,
    cell: (workspace) => <WorkspaceCell workspace={workspace} />,
  },
  {
    name: 'privacy',
    title: texts.privacy,
    width: 140,
    isSortable: true,
    hideBelow: 'phone',
    cell: ({ visibility }) => <VisibilityLabel visibility={visibility} />,
  },
  {
    name: 'articles',
    title: texts.articles,
    width: 88,
    align: 'right',
    isSortable: true,
    initialDirection: 'descending',
    hideBelow: 'phone',
    cell: ({ articlesCount }) => articlesCount,
  },
  {
    name: 'creator',
    title: texts.creator,
    width: 216,
    isSortable: true,
    hideBelow: 'tablet',
    cell: ({ author }) => (author ? <PersonCell person={author} /> : texts.unknownAuthor),
  },
  {
    name: 'created',
    title: texts.created,
    width: 128,
    isSortable: true,
    initialDirection: 'descending',
    hideBelow: 'phone',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
  },
]

type WorkspacesTableProps = {
  workspaces: readonly WorkspaceSummary[]
  sort: Sort<SortColumn>
  onSort: (sort: Sort<SortColumn>) => void
  isLoading: boolean
}

export function WorkspacesTable({ workspaces, sort, onSort, isLoading }: WorkspacesTableProps) {
  const router = useRouter()

  const open = (workspace: WorkspaceSummary, event: MouseEvent) => {
    const link = { to: workspacePath, params: workspaceParams(workspace) } as const
    if (event.ctrlKey || event.metaKey || event.button === 1) window.open(router.buildLocation(link).href, '_blank')
    else void router.navigate(link)
  }

  return (
    <DataTable
      label={texts.workspaces}
      rows={workspaces}
      columns={columns}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      onOpen={open}
      menu={(workspace) => <WorkspaceMenuItems workspace={workspace} />}
      menuLabel={({ title }) => texts.actionsForTitle(title)}
      isLoading={isLoading}
    />
  )
}

function WorkspaceCell({ workspace }: { workspace: WorkspaceSummary }) {
  const { id, title, description, isArchived, visibility, articlesCount } = workspace
  return (
    <div className={cells.cell}>
      <WorkspaceAvatar id={id} title={title} />
      <div className={cells.words}>
        <span className={styles.head}>
          <Link to={workspacePath} params={workspaceParams(workspace)} className="kr-trunc" title={title}>
            {title}
          </Link>
          {isArchived && <Chip>{texts.archived}</Chip>}
          <span className={styles.star}>
            <FavoriteStar workspace={workspace} size="sm" isQuiet />
          </span>
        </span>
        {description !== '' && (
          <span className={cells.detail} data-wide>
            {description}
          </span>
        )}
        <span className={cells.facts}>
          {visibilityInfo[visibility].label}, {articlesCount} {texts.articlesOf(articlesCount)}
        </span>
      </div>
    </div>
  )
}
