import { useEffect, useMemo, useRef } from 'react'
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageFrame } from '../ui/page/page-frame.tsx'
import { pageCount, rowsPerPage } from '../ui/list/page-range.ts'
import { Paging } from '../ui/list/paging.tsx'
import { useListKeys } from '../ui/list/use-list-keys.ts'
import { companyUsersQuery, invitedUsersQuery } from './company-user.queries.ts'
import { InvitedTable } from './invited-table.tsx'
import { openCreateUser } from './open-create-user.ts'
import { openInviteUser } from './open-invite-user.ts'
import * as texts from './texts.ts'
import { filterPeople, hasUserFilter, sortInvited, sortUsers } from './user-list.ts'
import { readUserSort, formatSort, type UserList, type UserListSearch } from './user-list-search.ts'
import { UsersTable } from './users-table.tsx'
import { UsersToolbar } from './users-toolbar.tsx'
import styles from './users-page.module.css'

export function UsersPage() {
  const search = useSearch({ from: '/shell/members/settings/company-settings/users' })
  const navigate = useNavigate({ from: '/settings/users' })
  const members = useQuery(companyUsersQuery)
  const invited = useQuery(invitedUsersQuery)
  const page = useRef<HTMLDivElement>(null)
  useListKeys(page)

  const list: UserList = search.list ?? 'active'
  const sort = useMemo(() => readUserSort({ sort: search.sort }), [search.sort])
  const people = useMemo(() => {
    const users = members.data?.users ?? []
    return {
      active: users.filter(({ status }) => status === 'active'),
      deactivated: users.filter(({ status }) => status === 'deactivated'),
    }
  }, [members.data])
  const items = useMemo(() => invited.data?.items ?? [], [invited.data])
  const shownUsers = useMemo(
    () => (list === 'invited' ? [] : sortUsers(filterPeople(people[list], search), sort)),
    [list, people, search, sort],
  )
  const shownInvited = useMemo(() => sortInvited(filterPeople(items, search), sort), [items, search, sort])

  const change = (next: Partial<UserListSearch>) =>
    void navigate({ search: (current) => ({ ...current, page: undefined, ...next }), replace: true })
  const count = list === 'invited' ? shownInvited.length : shownUsers.length
  const query = list === 'invited' ? invited : members
  const at = Math.min(search.page ?? 1, pageCount(count))
  const onPage = <Row,>(rows: readonly Row[]) => rows.slice((at - 1) * rowsPerPage, at * rowsPerPage)

  // The deactivated list is shown only while it has people, and the last one may have left it.
  const isGone = list === 'deactivated' && members.isSuccess && people.deactivated.length === 0
  useEffect(() => {
    if (isGone)
      void navigate({ search: (current) => ({ ...current, list: undefined, page: undefined }), replace: true })
  }, [isGone, navigate])

  const mayAdd = (members.data?.abilities.newcomerRoles ?? []).length > 0
  const inviteButton = (
    <Button variant="filled" leftSection={<IconUserPlus />} onClick={() => openInviteUser()}>
      {texts.inviteAUser}
    </Button>
  )

  return (
    <PageFrame
      title={texts.userManagement}
      actions={
        mayAdd && (
          <>
            <Button onClick={openCreateUser}>{texts.createAUser}</Button>
            {inviteButton}
          </>
        )
      }
      tools={
        <UsersToolbar
          search={search}
          list={list}
          counts={{
            active: members.data && people.active.length,
            deactivated: members.data && people.deactivated.length,
            invited: invited.data && items.length,
          }}
          onChange={change}
        />
      }
    >
      {query.isError && !query.data ? (
        <LoadError
          text={list === 'invited' ? texts.theInvitationsCouldNotBe : texts.theUsersCouldNotBe}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : count === 0 && !query.isPending && hasUserFilter(search) ? (
        <EmptyState drawing="noMatch" text={texts.thereAreNoMatchingResults}>
          <Button onClick={() => change({ q: undefined, role: undefined })}>{texts.clearFilters}</Button>
        </EmptyState>
      ) : count === 0 && !query.isPending && list === 'invited' ? (
        <EmptyState drawing="people" text={texts.noOpenInvitations}>
          {mayAdd && <Button onClick={() => openInviteUser()}>{texts.inviteAUser}</Button>}
        </EmptyState>
      ) : (
        <div ref={page} className={styles.list}>
          {list === 'invited' ? (
            <InvitedTable
              items={onPage(shownInvited)}
              sort={sort}
              onSort={(next) => change({ sort: formatSort(next) })}
              isLoading={invited.isPending}
            />
          ) : (
            <UsersTable
              users={onPage(shownUsers)}
              sort={sort}
              onSort={(next) => change({ sort: formatSort(next) })}
              isLoading={members.isPending}
            />
          )}
          <Paging
            label={list === 'invited' ? texts.pagesOfInvitations : texts.pagesOfUsers}
            count={count}
            page={at}
            onChange={(next) => change({ page: next > 1 ? next : undefined })}
          />
          {query.data?.isTruncated && <p className="kr-second kr-muted">{texts.thisListDoesntShowEveryone}</p>}
        </div>
      )}
    </PageFrame>
  )
}
