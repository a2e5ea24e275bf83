import { useMemo, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { sortRows, type Sort } from '../ui/list/list-sort.ts'
import { PhoneSort } from '../ui/list/phone-sort.tsx'
import { Paging } from '../ui/list/paging.tsx'
import { usePages } from '../ui/list/use-pages.ts'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageFrame } from '../ui/page/page-frame.tsx'
import { SearchField } from '../ui/list/search-field.tsx'
import { useListKeys } from '../ui/list/use-list-keys.ts'
import { normalizeSearchText } from './findings.ts'
import { GroupsTable, type GroupColumn } from './groups-table.tsx'
import { groupsQuery, useMayManageGroups } from './group.queries.ts'
import { openCreateGroup } from './group.dialogs.ts'
import * as texts from './texts.ts'
import styles from './group.module.css'

export function GroupsPage() {
  const list = useQuery(groupsQuery)
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort<GroupColumn>>({ column: 'created', direction: 'descending' })
  const page = useRef<HTMLDivElement>(null)
  useListKeys(page)

  const all = useMemo(() => list.data?.groups ?? [], [list.data])
  const shown = useMemo(() => {
    const wanted = normalizeSearchText(search)
    const found = all.filter(({ title }) => normalizeSearchText(title).includes(wanted))
    return sortRows(found, sort.direction, ({ createdAt }) => Date.parse(createdAt))
  }, [all, search, sort.direction])
  const { shown: rows, paging } = usePages(shown, `${search} ${sort.direction}`)
  const isEmpty = list.isSuccess && all.length === 0

  const mayManage = useMayManageGroups()
  const createButton = mayManage && (
    <Button variant="filled" leftSection={<IconPlus />} onClick={openCreateGroup}>
      {texts.createAGroup}
    </Button>
  )
  return (
    <PageFrame
      title={texts.manageGroups}
      actions={!isEmpty && list.isSuccess && createButton}
      tools={
        !isEmpty &&
        !list.isError && (
          <>
            <SearchField value={search} onChange={setSearch} placeholder={texts.searchGroups} />
            <span className={styles.count} role="status">
              {list.isSuccess && countText(shown.length, all.length)}
            </span>
            <PhoneSort column="created" sort={sort} onSort={setSort} />
          </>
        )
      }
    >
      {list.isError && !list.data ? (
        <LoadError text={texts.theGroupsCouldNotBe} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : isEmpty ? (
        <EmptyState drawing="people" text={texts.youDontHaveAnyGroups}>
          {createButton}
        </EmptyState>
      ) : shown.length === 0 && list.isSuccess ? (
        <EmptyState drawing="noMatch" text={texts.noGroupsFound}>
          <Button onClick={() => setSearch('')}>{texts.clearSearch}</Button>
        </EmptyState>
      ) : (
        <div ref={page}>
          <GroupsTable groups={rows} sort={sort} onSort={setSort} isLoading={list.isPending} />
          <Paging label={texts.pagesOfGroups} {...paging} />
          {list.data?.isTruncated && <p className="kr-second kr-muted">{texts.thisListDoesntShowAll}</p>}
        </div>
      )}
    </PageFrame>
  )
}

const countText = (shown: number, all: number): string =>
  shown === all ? `${all} ${texts.groups(all)}` : texts.shownOfAllGroups(shown, all)
