import { useMemo, useRef } from 'react'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { pageCount, rowsPerPage } from '../../ui/list/page-range.ts'
import { Paging } from '../../ui/list/paging.tsx'
import { useListKeys } from '../../ui/list/use-list-keys.ts'
import { useMe } from '../../user/index.ts'
import * as texts from '../texts.ts'
import { openCreateWorkspace } from '../workspace.dialogs.ts'
import { WorkspaceFilters } from './workspace-filters.tsx'
import { listCreators, filterWorkspaces, hasFilter, listedWorkspaces } from './workspace-list.ts'
import { readSort, formatSort, type WorkspaceListSearch } from './workspace-list-search.ts'
import { WorkspacesTable } from './workspaces-table.tsx'
import { workspacesQuery } from '../workspace.queries.ts'

const noFilter: WorkspaceListSearch = { q: undefined, privacy: undefined, creator: undefined }

export function WorkspacesPage() {
  const search = useSearch({ from: '/shell/members/workspaces' })
  const navigate = useNavigate({ from: '/workspaces' })
  const list = useQuery(workspacesQuery)
  const me = useMe()
  const page = useRef<HTMLDivElement>(null)
  useListKeys(page)

  const all = useMemo(() => listedWorkspaces(list.data?.items ?? []), [list.data])
  const shown = useMemo(() => filterWorkspaces(all, search), [all, search])
  const at = Math.min(search.page ?? 1, pageCount(shown.length))
  const creators = useMemo(() => listCreators(all), [all])
  const change = (next: Partial<WorkspaceListSearch>) =>
    void navigate({ search: (current) => ({ ...current, page: undefined, ...next }), replace: true })

  const createButton = (variant: 'filled' | 'default') => (
    <Button variant={variant} leftSection={<IconPlus />} onClick={openCreateWorkspace}>
      {texts.createAWorkspace}
    </Button>
  )
  const mayCreate = me?.user.abilities.createWorkspace === true
  const isEmpty = list.isSuccess && all.length === 0

  return (
    <PageFrame
      title={texts.workspaces}
      actions={mayCreate && !isEmpty && createButton('filled')}
      tools={
        !isEmpty &&
        !list.isError && (
          <WorkspaceFilters
            search={search}
            onChange={change}
            creators={creators}
            count={list.isSuccess ? { shown: shown.length, all: all.length } : undefined}
          />
        )
      }
    >
      {list.isError && !list.data ? (
        <LoadError text={texts.canNotLoadWorkspaces} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : isEmpty ? (
        <EmptyState drawing="workspaces" text={texts.thereAreNotWorkspaces}>
          {mayCreate && createButton('filled')}
        </EmptyState>
      ) : shown.length === 0 && !list.isPending ? (
        <EmptyState drawing="noMatch" text={texts.thereAreNoMatchingResults}>
          {hasFilter(search) && <Button onClick={() => change(noFilter)}>{texts.clearFilters}</Button>}
        </EmptyState>
      ) : (
        <div ref={page}>
          <WorkspacesTable
            workspaces={shown.slice((at - 1) * rowsPerPage, at * rowsPerPage)}
            sort={readSort(search)}
            onSort={(sort) => change({ sort: formatSort(sort) })}
            isLoading={list.isPending}
          />
          <Paging
            label={texts.pagesOfWorkspaces}
            count={shown.length}
            page={at}
            onChange={(next) => change({ page: next > 1 ? next : undefined })}
          />
          {list.data?.isTruncated && <p className="kr-second kr-muted">{texts.thisListDoesntShowAll}</p>}
        </div>
      )}
    </PageFrame>
  )
}
